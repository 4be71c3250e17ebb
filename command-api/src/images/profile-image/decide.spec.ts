import { recorded } from '@thirty/command-api/testing/account-events.ts'
import { test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { changeProfileImage, profileImageFold } from './decide.ts'

const { given } = deciderSpec(profileImageFold.initial, profileImageFold.evolve)

const registered = recorded({
  type: 'UserRegistered',
  data: { fullName: 'Ana', email: 'ana@people.example', role: 'participant' },
} as const)
const image = '0123456789abcdef0123456789abcdef.webp'
const changed = { type: 'ProfileImageChanged', data: { image } } as const
const removed = { type: 'ProfileImageChanged', data: { image: null } } as const
const [shown, none] = [recorded(changed), recorded(removed)]

test('a profile image is set and removed', () => {
  given(registered)
    .when((profile) => changeProfileImage(profile, image))
    .then(changed)
  given(registered, shown)
    .when((profile) => changeProfileImage(profile, null))
    .then(removed)
})

test('setting the same profile image again changes nothing', () => {
  given(registered, shown)
    .when((profile) => changeProfileImage(profile, image))
    .thenNothing()
  for (const events of [[registered], [registered, shown, none]])
    given(...events)
      .when((profile) => changeProfileImage(profile, null))
      .thenNothing()
})

test('refuses a profile image for an unknown user', () => {
  given()
    .when((profile) => changeProfileImage(profile, image))
    .thenRefused('user-not-found')
})
