import { Archive } from './archive.ts';
import { bool, Floats, f64, Ints, i32 } from './language.ts';

/** Hands on everything, but that the inner kernel counts its slots from `origin`. */
export class ShiftedArchive implements Archive {
  archive: Archive;
  origin: i32;

  constructor(archive: Archive, origin: i32) {
    this.archive = archive;
    this.origin = origin;
  }

  slot(value: i32): i32 {
    return this.archive.slot(value + this.origin) - this.origin;
  }

  has(name: string): bool {
    return this.archive.has(name);
  }

  real(name: string, value: f64): f64 {
    return this.archive.real(name, value);
  }

  within(name: string, value: f64, least: f64, most: f64): f64 {
    return this.archive.within(name, value, least, most);
  }

  integer(name: string, value: i32, least: i32, most: i32): i32 {
    return this.archive.integer(name, value, least, most);
  }

  cells(name: string, values: Ints, length: i32, cells: i32): void {
    this.archive.cells(name, values, length, cells);
  }

  integers(name: string, values: Ints, length: i32, least: i32, most: i32): void {
    this.archive.integers(name, values, length, least, most);
  }

  reals(name: string, values: Floats, length: i32): void {
    this.archive.reals(name, values, length);
  }

  counts(name: string, values: Floats, length: i32): void {
    this.archive.counts(name, values, length);
  }

  wholes(name: string, values: Floats, length: i32, most: f64): void {
    this.archive.wholes(name, values, length, most);
  }

  bounded(name: string, values: Floats, length: i32, least: f64, most: f64): void {
    this.archive.bounded(name, values, length, least, most);
  }

  demand(name: string, noun: string, holds: bool): void {
    this.archive.demand(name, noun, holds);
  }
}
