import { profileRequest, type ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { expect, test } from 'vitest'
import { userFold, type User } from '../evolve.ts'
import { anaRegistered, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { changeProfile, claimUsername } from './decide.ts'

const { rule } = recordedDeciderSpec(userFold)
const claimed: UserEvent = { type: 'UsernameClaimed', data: { username: 'Ana_2', claim: 'first try' } }
const changing = (request: ProfileRequest, claimId?: string) => (user: User) =>
  changeProfile(user, request, claimId)

const preferred = (data: object) => ({ type: 'PreferencesChanged', data }) as UserEvent
const renamedTo = (username: string): UserEvent => ({ type: 'ProfileChanged', data: { username } })

rule(
  'only fields that are present and differ are changed',
  [
    [anaRegistered],
    changing({ fullName: 'Ana Núñez', bio: 'Builds things.', location: 'Lima' }),
    [{ type: 'ProfileChanged', data: { bio: 'Builds things.', location: 'Lima' } }],
  ],
  [
    [anaRegistered],
    changing({ fullName: 'Ana Núñez', bio: '', theme: 'system', notifications: { email: true } }),
    [],
  ],
  [[], changing({ bio: 'x' }), 'not-signed-in'],
)

const shown = preferred({ publicFields: ['bio', 'website'] })
rule(
  'preferences change one by one: the event has all notifications, and all public fields in one order and each once',
  [
    [anaRegistered],
    changing({ theme: 'dark', notifications: { push: false } }),
    [preferred({ theme: 'dark', notifications: { email: true, push: false, newsletter: false } })],
  ],
  [[anaRegistered], changing({ publicFields: ['website', 'bio', 'website'] }), [shown]],
  [[anaRegistered], changing({ publicFields: [] }), []],
  [[anaRegistered, shown], changing({ publicFields: ['website', 'bio'] }), []],
  [[anaRegistered, shown, preferred({ theme: 'dark' })], changing({ publicFields: ['bio', 'website'] }), []],
  [[anaRegistered], changing({ language: 'en' }), [preferred({ language: 'en' })]],
  [[anaRegistered, preferred({ language: 'de' })], changing({ language: 'de' }), []],
  [
    [anaRegistered, preferred({ language: 'de' })],
    changing({ language: 'en' }),
    [preferred({ language: 'en' })],
  ],
)

const claiming = (user: User) => claimUsername(user, { username: 'Ana_2', claim: 'first try' })
const taking = changing({ username: 'Ana_2' }, 'first try')
const dropped: UserEvent = { type: 'UsernameClaimDropped', data: { username: 'Ana_2' } }
const anew: UserEvent = { type: 'UsernameClaimed', data: { username: 'Ana_2', claim: 'second try' } }

rule(
  'a username is claimed first, unless it is removed or only its case changes',
  [[anaRegistered], changing({ username: 'ANA_n' }), [renamedTo('ANA_n')]],
  [[anaRegistered], changing({ username: '' }), [renamedTo('')]],
  [[anaRegistered], claiming, [claimed]],
  [[], claiming, 'not-signed-in'],
  [[anaRegistered, claimed], taking, [renamedTo('Ana_2')]],
  [[anaRegistered, claimed, renamedTo('Ana_2')], changing({ username: 'Ana_3' }, 'first try'), 'conflict'],
)

rule(
  'a username with a missing, dropped or replaced claim is refused',
  [[anaRegistered], taking, 'conflict'],
  [[anaRegistered, claimed, dropped], taking, 'conflict'],
  [[anaRegistered, claimed, anew], taking, 'conflict'],
)

test.for([
  ['example.org', 'https://example.org'],
  [' example.org/me ', 'https://example.org/me'],
  ['http://example.org', 'http://example.org'],
  ['HTTPS://example.org', 'HTTPS://example.org'],
  ['httpbin.org', 'https://httpbin.org'],
  ['example.org:8080/me', 'https://example.org:8080/me'],
  ['example.org/?to=ftp://files', 'https://example.org/?to=ftp://files'],
  ['', ''],
])('%j is stored as the website %j', ([typed, website]) => {
  expect(profileRequest.parse({ website })).toEqual({ website })
  expect(profileRequest.parse({ website: typed }).website).toBe(website)
})

test.for([
  'javascript:alert(1)',
  'https://me:secret@example.org',
  'httpx://example.org',
  'ftp://example.org',
  'file:///etc/passwd',
  'https://',
  'data:text/html,x',
  `https://example.org/${'x'.repeat(2048)}`,
])('%j is refused as a website', (website) => {
  const result = profileRequest.safeParse({ website })
  // With https:// in front, it is not a valid address either.
  expect(result.success ? result.data.website : undefined).toBeUndefined()
})
