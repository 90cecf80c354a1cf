// Prints the log of weather.csv, made from experiments/data/weather-dry.csv (U.S. Government data): on each day of 2012 to 2015 one of
// two cities is drawn by lot, and the log says whether it was dry there. What the other city would have given is
// known, too, from the table: so is every answer.
import { readFileSync } from 'node:fs';
import { randomStream } from '@driftline/core';

const DAY = 86_400_000;
const START = Date.UTC(2012, 0, 1);

/** The log as text. */
export function weatherLog(seed = 1): string {
  const table = new URL('../../experiments/data/weather-dry.csv', import.meta.url);
  const [head, ...rows] = readFileSync(table, 'utf8').trim().split(/\r?\n/);
  const cities = head.split(',');
  const random = randomStream(seed, 0);
  const lines = rows.map((row, day) => {
    const city = Math.floor(cities.length * random.uniform());
    const date = new Date(START + day * DAY).toISOString().slice(0, 10);
    return `${date},${cities[city]},${row.split(',')[city]}`;
  });
  return `${['date,city,dry', ...lines].join('\n')}\n`;
}

if (import.meta.main) process.stdout.write(weatherLog());
