import { expect, test } from 'vitest'
import { projectId, projectStream } from '../projects/project-id.ts'
import { challengeEvents } from '../challenge/events.ts'
import { moveToRun, portableEvents } from './portable-events.ts'

const user = '0198c0de-0000-7000-8000-000000000001'
const streamIn = (run: number) => projectStream(projectId({ run, day: 4, user }))
const criteria = { functionality: 4, design: 4, innovation: 4, codeQuality: 4, completeness: 4 }
const rating = { rater: user, official: true, criteria, feedback: 'Neat.' }

test('a backup file names no saved text, so that an import counts no use twice', () => {
  const [stream, savedText] = [streamIn(1), 'a-saved-text']
  const rejected = { by: user, reason: 'The link is dead.' }
  const rejection = moveToRun({ type: 'ProjectRejected', stream, data: { ...rejected, savedText } }, 3)
  expect(rejection).toStrictEqual({ stream: streamIn(3), data: rejected })
  const rated = moveToRun({ type: 'ProjectRated', stream, data: { ...rating, savedText } }, 3)
  expect(rated).toStrictEqual({ stream: streamIn(3), data: rating })
})

test('a backup file has of the challenge when a run starts and ends and how it is scored', () => {
  const types = Object.keys(challengeEvents).filter((type) => Object.hasOwn(portableEvents, type))
  expect(types).toEqual(['ChallengeStarted', 'ChallengeScheduled', 'ChallengeEndSet', 'ScoringChanged'])
})
