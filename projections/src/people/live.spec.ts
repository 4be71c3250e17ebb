import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import { documentsAfter, idOf, person, projectOf, recorded, type Told } from '../story.ts'
import { peopleNews } from './live.ts'
import { peopleView } from './view.ts'

const view = peopleView
const story = [person('Root').registered({ role: 'admin' }), person('Ada').registered()]

function roomsCutBy(next: Told, isHeard = () => true): string[] {
  const [before, after] = [documentsAfter(view, story), documentsAfter(view, [...story, next])]
  const [event] = recorded([next], story.length)
  if (!event) return []
  return view
    .documents(event)
    .flatMap((id) => peopleNews(isHeard)({ event, id, before: before.get(id), after: after.get(id) }))
    .map(({ room, message }) => `${message} ${room}`)
}
const cutAda = [`disconnect ${rooms.user(idOf('Ada'))}`]

test('whose sessions were ended loses their sockets, and nobody else does', () => {
  const revoked = person('Ada').told({ type: 'SessionsRevoked', data: { sessionVersion: 1 } })
  expect(roomsCutBy(revoked)).toEqual(cutAda)
  expect(roomsCutBy(revoked, () => false)).toEqual([])
})

test('whose account is switched off, or on again, loses their sockets', () => {
  expect(roomsCutBy(person('Ada').status('inactive'))).toEqual(cutAda)
})

test('who gave a token back, or is gone, loses their sockets', () => {
  const ended = { token: 'one', expiresAt: '2026-01-12T12:00:00.000Z' }
  expect(roomsCutBy(person('Ada').told({ type: 'SessionEnded', data: ended }))).toEqual(cutAda)
  expect(roomsCutBy(person('Ada').deleted())).toEqual(cutAda)
})

test('all other changes of an account leave the sockets alone', () => {
  expect(roomsCutBy(person('Ada').told({ type: 'ProfileChanged', data: { bio: 'Hello' } }))).toEqual([])
  expect(roomsCutBy(projectOf('Ada', 1).submitted())).toEqual([])
  expect(roomsCutBy(person('Bob').registered())).toEqual([])
})
