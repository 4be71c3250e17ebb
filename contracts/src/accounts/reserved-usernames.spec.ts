import { expect, test } from 'vitest'
import { isReservedUsername } from './reserved-usernames.ts'

test.for(['admin', 'ADMIN', ' Admin ', '_admin_', 'a_d_m_i_n', 'thirty', 'thirty_team', 'moderator', 'null'])(
  'the username %j is reserved',
  (username) => {
    expect(isReservedUsername(username)).toBe(true)
  },
)

test.for(['', 'ana', 'admina', 'administra', 'thirtyfive', 'root66', 'constructor'])(
  'the username %j is not reserved',
  (username) => {
    expect(isReservedUsername(username)).toBe(false)
  },
)
