/** Preloaded into a service: its clock is ahead by so many milliseconds. */
const ahead = Number(process.env.DRIFTLINE_TEST_CLOCK_AHEAD);
const { now } = Date;
Date.now = () => now() + ahead;
