import { profileRequest, type ProfileRequest } from '@thirty/contracts/accounts/profile-api.ts'
import { maxBookmarks } from '@thirty/contracts/accounts/profile-fields.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { expect, test } from 'vitest'
import type { User } from '../account.ts'
import { ana, anaRegistered, userRule as rule } from '@thirty/command-api/testing/account-events.ts'
import { refused } from '@thirty/command-api/testing/decider-spec.ts'
import {
  addBookmark,
  addBookmarks,
  changeProfile,
  changeProfileImage,
  claimUsername,
  removeBookmark,
} from './decide.ts'

const claimed: UserEvent = { type: 'UsernameClaimed', data: { username: 'Ana_2', claim: 'first try' } }
const changing = (request: ProfileRequest, claimId?: string) => (user: User) =>
  changeProfile(user, request, claimId)

const { fullName } = ana
const texts = { bio: 'Builds things.', location: 'Lima' }
const preferred = (data: object) => ({ type: 'PreferencesChanged', data }) as UserEvent
const renamedTo = (username: string): UserEvent => ({ type: 'ProfileChanged', data: { username } })

rule(
  'only fields that are present and differ are changed',
  [[anaRegistered], changing({ fullName, ...texts }), [{ type: 'ProfileChanged', data: texts }]],
  [[anaRegistered], changing({ fullName, bio: '', theme: 'system', notifications: { email: true } }), []],
  [[], changing({ bio: 'x' }), 'not-signed-in'],
)

const shown = preferred({ publicFields: ['bio', 'website'] })
const inGerman = [anaRegistered, preferred({ language: 'de' })]
const quietly = preferred({ theme: 'dark', notifications: { email: true, push: false, newsletter: false } })
rule(
  'preferences change one by one: the event has all notifications, and all public fields in one order and each once',
  [[anaRegistered], changing({ theme: 'dark', notifications: { push: false } }), [quietly]],
  [[anaRegistered], changing({ publicFields: ['website', 'bio', 'website'] }), [shown]],
  [[anaRegistered], changing({ publicFields: [] }), []],
  [[anaRegistered, shown], changing({ publicFields: ['website', 'bio'] }), []],
  [[anaRegistered, shown, preferred({ theme: 'dark' })], changing({ publicFields: ['bio', 'website'] }), []],
  [[anaRegistered], changing({ language: 'en' }), [preferred({ language: 'en' })]],
  [inGerman, changing({ language: 'de' }), []],
  [inGerman, changing({ language: 'en' }), [preferred({ language: 'en' })]],
)

const image = '0123456789abcdef0123456789abcdef.webp'
const imageChanged = (to: string | null): UserEvent => ({ type: 'ProfileImageChanged', data: { image: to } })
const changingImage = (to: string | null) => (user: User) => changeProfileImage(user, to)
rule(
  'a profile image is set and removed, once',
  [[anaRegistered], changingImage(image), [imageChanged(image)]],
  [[anaRegistered, imageChanged(image)], changingImage(null), [imageChanged(null)]],
  [[anaRegistered, imageChanged(image)], changingImage(image), []],
  [[anaRegistered], changingImage(null), []],
  [[anaRegistered, imageChanged(image), imageChanged(null)], changingImage(null), []],
  [[], changingImage(image), 'user-not-found'],
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

const [one, two, three] = ['https://one.example', 'https://two.example', 'https://three.example'] as const
const added = (url: string): UserEvent => ({ type: 'BookmarkAdded', data: { url } })
const removed: UserEvent = { type: 'BookmarkRemoved', data: { url: one } }
const adding = (url: string) => (user: User) => addBookmark(user, url)
const addingAll =
  (...urls: string[]) =>
  (user: User) =>
    addBookmarks(user, urls)
const removing = (user: User) => removeBookmark(user, one)
const full = Array.from({ length: maxBookmarks }, (_, at) => added(`https://example.org/${at}`))

rule(
  'an address is bookmarked once, up to the maximum, and removed once',
  [[anaRegistered], adding(one), [added(one)]],
  [[anaRegistered, added(one)], adding(one), []],
  [[anaRegistered, ...full.slice(1)], adding(one), [added(one)]],
  [[anaRegistered, ...full], adding(one), refused('invalid-fields', { errors: ['url'] })],
  [[anaRegistered, ...full], adding('https://example.org/7'), []],
  [[anaRegistered, added(one)], removing, [removed]],
  [[anaRegistered, added(one), removed], removing, []],
  [[], adding(one), 'not-signed-in'],
)

rule(
  'new bookmarks of a browser are added up to the maximum',
  [[anaRegistered, added(two)], addingAll(one, two, one, three), [added(one), added(three)]],
  [[anaRegistered, ...full.slice(1)], addingAll(one, two), [added(one)]],
  [[anaRegistered, ...full], addingAll(one), []],
)

test.for([
  ['example.org', 'https://example.org'],
  [' example.org/me ', 'https://example.org/me'],
  ['http://example.org', 'http://example.org'],
  ['HTTPS://example.org', 'HTTPS://example.org'],
  ['httpbin.org', 'https://httpbin.org'],
  ['example.org:8080/?to=ftp://files', 'https://example.org:8080/?to=ftp://files'],
  ['', ''],
])('%j is stored as the website %j', ([typed, website]) => {
  expect(profileRequest.parse({ website }).website).toBe(website)
  expect(profileRequest.parse({ website: typed }).website).toBe(website)
})

const longest = `https://example.org/${'x'.repeat(2028)}`
test.for([
  'javascript:alert(1)',
  'httpx://example.org',
  'file:///etc/passwd',
  'data:text/html,x',
  `${longest}x`,
])('%j is refused as a website', (website) => {
  // With https:// in front, it is not a valid address either.
  expect(profileRequest.safeParse({ website }).data).toBeUndefined()
  expect(profileRequest.parse({ website: longest }).website).toBe(longest)
})
