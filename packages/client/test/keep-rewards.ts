/** A program that stores rewards in a file, says so of each, and is killed: `node keep-rewards.ts FILE`. */
import { fileStorage } from '@driftline/client/node';

const storage = fileStorage(process.argv[2]);
const before = storage.length;
console.log(`holds ${before}`);
for (let count = 0; ; count++) {
  await Promise.all(
    Array.from({ length: 5 }, async (_, place) => {
      const key = `${process.pid}-${count}-${place}`;
      await storage.setItem(key, `value of ${key}`);
      console.log(`stored ${key}`);
    }),
  );
  // So many lines that say the same of one item that the file is written anew now and then.
  await Promise.all(Array.from({ length: 10 }, () => storage.setItem('again', String(count))));
  if (count % 3 === 0) await storage.removeItem(`${process.pid}-${count}-0`);
}
