import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import { story } from '../story.ts'
import { changeImage } from './decide.ts'
import { evolve, noProfile } from './evolve.ts'

const { given } = story(noProfile, evolve)

const registered: UserEvent = {
  type: 'UserRegistered',
  data: { fullName: 'Ana', email: 'ana@people.example', role: 'participant' },
}
const image = '0123456789abcdef0123456789abcdef.webp'
const shown: UserEvent = { type: 'ProfileImageChanged', data: { image } }
const none: UserEvent = { type: 'ProfileImageChanged', data: { image: null } }

test('a profile image is shown and taken away', () => {
  given(registered)
    .when((profile) => changeImage(profile, image))
    .then(shown)
  given(registered, shown)
    .when((profile) => changeImage(profile, null))
    .then(none)
})

test('the same image again, or none where there is none, is no change', () => {
  given(registered, shown)
    .when((profile) => changeImage(profile, image))
    .thenNothing()
  for (const events of [[registered], [registered, shown, none]])
    given(...events)
      .when((profile) => changeImage(profile, null))
      .thenNothing()
})

test('whoever is not there has no profile image', () => {
  given()
    .when((profile) => changeImage(profile, image))
    .thenRefused('user-not-found')
})
