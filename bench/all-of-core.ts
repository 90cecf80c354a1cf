/** An application that carries everything, for its size. */
export * from '@driftline/core';
