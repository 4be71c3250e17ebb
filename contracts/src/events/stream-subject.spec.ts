import { expect, test } from 'vitest'
import { projectId, projectStream } from '../projects/project-id.ts'
import { subjectProject, streamSubject, subjectUserId } from './stream-subject.ts'

const user = '0198c0de-0000-7000-8000-000000000001'
const id = projectId({ run: 1, day: 4, user })
const stream = projectStream(id)

test('the stream of a project identifies its owner, day and run, on repeated calls too', () => {
  for (let times = 0; times < 2; times++)
    expect(subjectProject(stream)).toMatchObject({ id, run: 1, day: 4, user })
})

test('the stream of a user identifies the user', () => {
  expect(subjectUserId('user-7')).toBe('7')
  expect(subjectUserId(stream)).toBeUndefined()
  expect(subjectProject('user-7')).toBeUndefined()
})

test.each(['challenge', 'project-1', 'credentials-7'])('%s has no subject', (other) => {
  for (let times = 0; times < 2; times++) expect(streamSubject(other)).toBeUndefined()
})
