// Prints the log of weather.csv, made from experiments/data/weather-dry.csv (U.S. Government data). For each day of 2012 to
// 2015 it picks one of two cities at random and logs whether the day was dry there. The table also has the other city,
// so every answer can be checked.
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
