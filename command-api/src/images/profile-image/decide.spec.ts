import { recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { test } from 'vitest'
import { changeProfileImage, profileImageFold } from './decide.ts'

const { given } = recordedDeciderSpec(profileImageFold.initial, profileImageFold.evolve)

const registered = {
  type: 'UserRegistered',
  data: { fullName: 'Ana', email: 'ana@people.example', role: 'participant' },
} as const
const image = '0123456789abcdef0123456789abcdef.webp'
const changed = { type: 'ProfileImageChanged', data: { image } } as const
const removed = { type: 'ProfileImageChanged', data: { image: null } } as const

test('a profile image is set and removed', () => {
  given(registered)
    .when((profile) => changeProfileImage(profile, image))
    .then(changed)
  given(registered, changed)
    .when((profile) => changeProfileImage(profile, null))
    .then(removed)
})

test('setting the same profile image again changes nothing', () => {
  given(registered, changed)
    .when((profile) => changeProfileImage(profile, image))
    .thenNothing()
  for (const events of [[registered], [registered, changed, removed]])
    given(...events)
      .when((profile) => changeProfileImage(profile, null))
      .thenNothing()
})

test('refuses a profile image for an unknown user', () => {
  given()
    .when((profile) => changeProfileImage(profile, image))
    .thenRefused('user-not-found')
})
