import { expect, test } from 'vitest'
import { isForbiddenUsername } from './forbidden-usernames.ts'

test.for(['admin', 'ADMIN', ' Admin ', '_admin_', 'a_d_m_i_n', 'thirty', 'thirty_team', 'moderator', 'null'])(
  'the username %j is forbidden',
  (username) => {
    expect(isForbiddenUsername(username)).toBe(true)
  },
)

test.for(['', 'ana', 'admina', 'administra', 'thirtyfive', 'root66', 'constructor'])(
  'the username %j is allowed',
  (username) => {
    expect(isForbiddenUsername(username)).toBe(false)
  },
)
