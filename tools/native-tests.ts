/** Comes before each file of tests; what it imports is loaded once for all of them. */
import './load-typescript.ts';
