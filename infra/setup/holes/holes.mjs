import { people } from './accounts.mjs'
import { input } from './input.mjs'
import { operations } from './operations.mjs'
import { rights } from './rights.mjs'
import { signIn } from './sign-in.mjs'
import { bySomebodyElse } from './social.mjs'
import { since } from './since.mjs'
import { sockets } from './sockets.mjs'
import { tokens } from './tokens.mjs'
import { uploads } from './uploads.mjs'
import { words } from './words.mjs'

/**
 * Defences, and how to take each of them out, or the mistake that would: in `file`, `find` (it stands there once) becomes
 * `put`. `spec` is the file of the test that must notice, a spec or a journey, and `shows` a part of the name of that
 * test. Rows are those of docs/security.md.
 * @typedef {{ row: string, file: string, find: string, put: string, spec: string, shows: string }} Hole
 */

/** @type {readonly Hole[]} */
export const holes = [
  ...signIn,
  ...people,
  ...tokens,
  ...bySomebodyElse,
  ...rights,
  ...input,
  ...words,
  ...uploads,
  ...sockets,
  ...operations,
  ...since,
]
