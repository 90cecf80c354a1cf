import { expect, test } from 'vitest';
import { asUserError, UserError } from '../src/terminal/errors.ts';

test('a failed system call is explained in plain words; other errors stay what they are', () => {
  // Tests may run as root, whom no file refuses: so the error is made here.
  const denied = Object.assign(new Error('EACCES'), { code: 'EACCES', syscall: 'open' });
  expect(asUserError('means.csv', denied)).toEqual(
    new UserError('means.csv: permission denied', 'file-not-accessible'),
  );
  const long = Object.assign(new Error('ENAMETOOLONG'), { code: 'ENAMETOOLONG', syscall: 'mkdir' });
  expect(asUserError('deep', long)).toEqual(
    new UserError('deep: the path is too long; choose a shorter one', 'input-not-accepted'),
  );
  const other = new TypeError('a mistake in the program');
  expect(asUserError('means.csv', other)).toBe(other);
});

test('where no folder can be made, it is not called missing', () => {
  const unmade = Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'mkdir' });
  expect(asUserError('/proc/x', unmade)).toEqual(
    new UserError(
      '/proc/x: cannot create a folder there; choose another place',
      'folder-not-accepted',
    ),
  );
});
