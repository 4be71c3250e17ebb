import { expect, test } from 'vitest'
import { draftContent } from './drafts-api.ts'
import { submitProjectRequest } from './api.ts'
import { projectEvents } from './events.ts'
import { addressesIn, allTextsOf, givenTextsOf } from './project-texts.ts'

const given = {
  projectName: 'Tomato clock',
  liveLink: 'https://tomato.example/',
  repoLink: 'https://code.example/maya/tomato-clock',
  description: 'A timer for twenty-five minutes of work.',
  languages: 'TypeScript, CSS',
}
const all = { ...given, frameworks: '' }
const image = `${'0'.repeat(32)}.webp`

test('an optional text that is missing is empty', () => {
  expect(allTextsOf(given)).toEqual(all)
  expect(allTextsOf({ ...given, frameworks: 'React' })).toEqual({ ...given, frameworks: 'React' })
})

test('only an optional text that is empty is left out, and nothing but texts is taken over', () => {
  expect(givenTextsOf(all)).toEqual(given)
  const submitted = { ...all, description: '', day: 12 }
  expect(givenTextsOf(submitted)).toEqual({ ...given, description: '' })
})

test('browsers open the two links', () => {
  expect(addressesIn(all)).toEqual([given.liveLink, given.repoLink])
})

test('stored events and requests need every text but the optional ones', () => {
  const event = projectEvents.ProjectSubmitted.data
  const request = submitProjectRequest
  expect(event.parse({ ...given, image })).toEqual({ ...given, image })
  for (const name of Object.keys(given)) {
    expect(event.safeParse({ ...given, image, [name]: undefined }).success).toBe(false)
    const sent = { ...given, imageUrl: `/uploads/${image}`, day: 12, [name]: undefined }
    expect(request.safeParse(sent).error?.issues[0]?.path).toEqual([name])
  }
})

test('a request without texts is answered with the first message of the form', () => {
  const messages = submitProjectRequest.safeParse({}).error?.issues.map(({ message }) => message)
  expect(messages?.slice(0, 5)).toEqual([
    'Project name is required',
    'Live link is required',
    'Repository link is required',
    'Description is required',
    'At least one language is required',
  ])
})

test('a draft may be older than an optional text', () => {
  expect(draftContent.parse(given)).toEqual(all)
})
