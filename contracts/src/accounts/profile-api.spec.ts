import { expect, test } from 'vitest'
import { profileEndpoints, profileRequest } from './profile-api.ts'

test.each([
  ['https://thirty.example/projects/1', true],
  ['javascript:alert(1)', false],
  ['thirty.example', false],
])('a bookmark of %s is accepted: %s', (url, isAccepted) => {
  const { addBookmark, addBookmarks } = profileEndpoints
  expect(addBookmark.body.safeParse({ url }).success).toBe(isAccepted)
  expect(addBookmarks.body.safeParse({ urls: [url] }).success).toBe(isAccepted)
})

test('a profile change has neither an email address nor a role nor a status', () => {
  expect(Object.keys(profileRequest.shape)).toEqual([
    'fullName',
    'username',
    'bio',
    'location',
    'website',
    'publicFields',
    'theme',
    'language',
    'notifications',
  ])
})
