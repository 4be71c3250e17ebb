import { profileRequest, type ProfileRequest } from '@thirty/contracts/api/accounts/profile.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { expect, test } from 'vitest'
import { evolve, noUser, type User } from '../evolve.ts'
import { anaRegistered, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { changeProfile, claimUsername } from './decide.ts'

const { given } = recordedDeciderSpec(noUser, evolve)
const claimed: UserEvent = { type: 'UsernameClaimed', data: { username: 'Ana_2', claim: 'first try' } }
const changing = (request: ProfileRequest, claimId?: string) => (user: User) =>
  changeProfile(user, request, claimId)

test('only fields that are present and differ are changed', () => {
  given(anaRegistered)
    .when(changing({ fullName: 'Ana Núñez', bio: 'Builds things.', location: 'Lima' }))
    .then({ type: 'ProfileChanged', data: { bio: 'Builds things.', location: 'Lima' } })
})

test('preferences change one by one, and the event contains all of them', () => {
  given(anaRegistered)
    .when(changing({ theme: 'dark', notifications: { push: false } }))
    .then({
      type: 'PreferencesChanged',
      data: { theme: 'dark', notifications: { email: true, push: false, newsletter: false } },
    })
})

test('a language is stored when it is chosen, and again only when it is another one', () => {
  const chosen = (language: 'en' | 'de'): UserEvent => ({ type: 'PreferencesChanged', data: { language } })
  given(anaRegistered)
    .when(changing({ language: 'en' }))
    .then(chosen('en'))
  given(anaRegistered, chosen('de'))
    .when(changing({ language: 'de' }))
    .thenNothing()
  given(anaRegistered, chosen('de'))
    .when(changing({ language: 'en' }))
    .then(chosen('en'))
})

test('the public fields are stored as a whole, in one order and each once', () => {
  given(anaRegistered)
    .when(changing({ publicFields: ['website', 'bio', 'website'] }))
    .then({ type: 'PreferencesChanged', data: { publicFields: ['bio', 'website'] } })
  given(anaRegistered)
    .when(changing({ publicFields: [] }))
    .thenNothing()
  given(anaRegistered, { type: 'PreferencesChanged', data: { publicFields: ['bio', 'website'] } })
    .when(changing({ publicFields: ['website', 'bio'] }))
    .thenNothing()
})

test('a change of another preference keeps the public fields', () => {
  const shown: UserEvent = { type: 'PreferencesChanged', data: { publicFields: ['bio'] } }
  given(anaRegistered, shown, { type: 'PreferencesChanged', data: { theme: 'dark' } })
    .when(changing({ publicFields: ['bio'] }))
    .thenNothing()
})

test('the current username in another case needs no claim', () => {
  given(anaRegistered)
    .when(changing({ username: 'ANA_n' }))
    .then({ type: 'ProfileChanged', data: { username: 'ANA_n' } })
})

test('an empty username removes the username', () => {
  given(anaRegistered)
    .when(changing({ username: '' }))
    .then({ type: 'ProfileChanged', data: { username: '' } })
})

test('a username is claimed first', () => {
  given(anaRegistered)
    .when((user) => claimUsername(user, { username: 'Ana_2', claim: 'first try' }))
    .then(claimed)
  given()
    .when((user) => claimUsername(user, { username: 'Ana_2', claim: 'first try' }))
    .thenRefused('not-signed-in')
})

test('a claimed username is set and completes the claim', () => {
  const renamed: UserEvent = { type: 'ProfileChanged', data: { username: 'Ana_2' } }
  given(anaRegistered, claimed)
    .when(changing({ username: 'Ana_2' }, 'first try'))
    .then(renamed)
  given(anaRegistered, claimed, renamed)
    .when(changing({ username: 'Ana_3' }, 'first try'))
    .thenRefused('conflict')
})

test('a username with a missing, dropped or replaced claim is refused', () => {
  const dropped: UserEvent = { type: 'UsernameClaimDropped', data: { username: 'Ana_2' } }
  const anew: UserEvent = { type: 'UsernameClaimed', data: { username: 'Ana_2', claim: 'second try' } }
  const taking = changing({ username: 'Ana_2' }, 'first try')
  given(anaRegistered).when(taking).thenRefused('conflict')
  given(anaRegistered, claimed, dropped).when(taking).thenRefused('conflict')
  given(anaRegistered, claimed, anew).when(taking).thenRefused('conflict')
})

test('a missing account has no profile', () => {
  given()
    .when(changing({ bio: 'x' }))
    .thenRefused('not-signed-in')
})

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
