import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { changeProfileImage } from './decide.ts'
import { evolve, noProfile } from './evolve.ts'

const { given } = deciderSpec(noProfile, evolve)

const registered: UserEvent = {
  type: 'UserRegistered',
  data: { fullName: 'Ana', email: 'ana@people.example', role: 'participant' },
}
const image = '0123456789abcdef0123456789abcdef.webp'
const shown: UserEvent = { type: 'ProfileImageChanged', data: { image } }
const none: UserEvent = { type: 'ProfileImageChanged', data: { image: null } }

test('a profile image is shown and taken away', () => {
  given(registered)
    .when((profile) => changeProfileImage(profile, image))
    .then(shown)
  given(registered, shown)
    .when((profile) => changeProfileImage(profile, null))
    .then(none)
})

test('the same image again, or none where there is none, is no change', () => {
  given(registered, shown)
    .when((profile) => changeProfileImage(profile, image))
    .thenNothing()
  for (const events of [[registered], [registered, shown, none]])
    given(...events)
      .when((profile) => changeProfileImage(profile, null))
      .thenNothing()
})

test('whoever is not there has no profile image', () => {
  given()
    .when((profile) => changeProfileImage(profile, image))
    .thenRefused('user-not-found')
})
