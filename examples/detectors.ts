// A detector alone: watch a stream for a change of its mean; then measure what alarms are worth. With
// the name of a folder, `npx node examples/detectors.ts FOLDER` writes the whole study and its two
// figures.
import { createDetector, randomStream } from '@driftline/core';
import { detectorStudy } from '@driftline/engine';
import { delayFigure, falseAlarmFigure } from '@driftline/engine/figures';
import { writeFigures, writeWhole } from '@driftline/engine/node';

const random = randomStream(1);
const detector = createDetector('glr', { delta: 0.01 });
for (let visitor = 1; visitor <= 3000; visitor++) {
  const clicked = random.uniform() < (visitor <= 1500 ? 0.3 : 0.5) ? 1 : 0;
  if (!detector.update(clicked)) continue;
  console.log(`the rate has changed, says visitor ${visitor}`);
  detector.reset();
}

const folder = process.argv[2];
const study = detectorStudy({ streams: folder === undefined ? 20 : 2000 });
for (const { name, proved, falseAlarms } of study.detectors) {
  const { level, rate, low, high } = falseAlarms[2];
  const interval = `${rate.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  console.log(`${name}: asked ${level}${proved ? ' (proved)' : ''}, false alarms ${interval}`);
}

if (folder !== undefined) {
  await writeFigures(folder, [falseAlarmFigure(study), delayFigure(study)]);
  await writeWhole(`${folder}/detectors.json`, `${JSON.stringify(study, undefined, 2)}\n`);
}
