import type { PasswordResetEvent } from '@thirty/contracts/events/user.ts'
import { test } from 'vitest'
import { story } from '../story.ts'
import { monday, past } from './fixtures.ts'
import { evolveResetLink, request, resetLinkFold, follow, type ResetLink } from './reset-link.ts'

const now = Date.parse(monday)
const requested: PasswordResetEvent = {
  type: 'PasswordResetRequested',
  data: { user: 'ana', expiresAt: '2026-03-02T08:30:00.000Z' },
}
const used: PasswordResetEvent = { type: 'PasswordResetUsed', data: {} }
const { given } = story(resetLinkFold.initial, evolveResetLink)
const asking = (link: ResetLink) => request(link, { user: 'ana', now })
const using =
  ({ after = 0, passwordSet = 0n } = {}) =>
  (link: ResetLink) =>
    follow(link, { now: now + after, passwordSet })
const words = 'This link does not work any more. Please ask for a new one.'

test('a link is made for half an hour', () => {
  given().when(asking).then(requested)
})

test('the same link is made once', () => {
  given(past(requested)).when(asking).thenNothing()
  given(past(requested), past(used)).when(asking).thenNothing()
})

test('a link is used in time', () => {
  given(past(requested)).when(using()).then(used)
  given(past(requested))
    .when(using({ after: 30 * 60_000 - 1 }))
    .then(used)
})

test('a link that is too old, used or unknown is refused in the same words', () => {
  given(past(requested))
    .when(using({ after: 30 * 60_000 }))
    .thenRefused('reset-link-over', words)
  given(past(requested), past(used)).when(using()).thenRefused('reset-link-over', words)
  given().when(using()).thenRefused('reset-link-over', words)
  given(past(used)).when(using()).thenRefused('reset-link-over', words)
})

test('a link that was asked for before the password was set is over', () => {
  given(past(requested))
    .when(using({ passwordSet: 2n }))
    .thenRefused('reset-link-over', words)
})
