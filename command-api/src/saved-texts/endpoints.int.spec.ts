import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import { savedTextResponse } from '@thirty/contracts/saved-texts/api.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeEach, expect, test } from 'vitest'
import { admin, personId } from '@thirty/command-api/testing/people.ts'
import { commandApp, refusal, type TestResponse } from '@thirty/command-api/testing/test-app.ts'

const samuel = personId(900)
const app = appForEach(commandApp)
beforeEach(() => app.register(samuel, { fullName: 'Samuel Adeyemi' }))

const path = '/api/admin/saved-texts'
const link = { kind: 'rejection', title: 'Dead link', text: 'Hi {name}, the live link is dead.' }
const savedIn = ({ body }: TestResponse) => savedTextResponse.parse(body).savedText

test('an admin saves, changes and deletes a text; the events name the admin and no run', async () => {
  const added = await app.send('POST', path, link)
  expect(added.status).toBe(201)
  const saved = savedIn(added)
  expect(saved).toMatchObject(link)
  const change = { title: 'No answer', text: 'The live link does not answer.', version: saved.version }
  const changed = savedIn(await app.send('PUT', `${path}/${saved.id}`, change, { by: samuel, isAdmin: true }))
  expect(changed).toMatchObject({ id: saved.id, kind: 'rejection', title: 'No answer' })
  const { version } = changed
  expect((await app.send('DELETE', `${path}/${saved.id}`, { version })).status).toBe(200)
  const events = await app.eventsOf('texts')
  expect(events.map(({ type, metadata }) => [type, metadata.actor, metadata.run])).toEqual([
    ['SavedTextAdded', admin, undefined],
    ['SavedTextChanged', samuel, undefined],
    ['SavedTextDeleted', admin, undefined],
  ])
})

test('the second of two admins who change the same text gets the text of the first, by name, and decides', async () => {
  const { id, version } = savedIn(await app.send('POST', path, link))
  const theirs = { title: 'Dead link', text: 'Nothing answers.' }
  await app.send('PUT', `${path}/${id}`, { ...theirs, version }, { by: samuel, isAdmin: true })
  const refused = await app.send('PUT', `${path}/${id}`, { title: 'Mine', text: 'Mine.', version })
  expect(refused).toMatchObject(
    refusal(409, 'changed-meanwhile', { newerText: { ...theirs, by: samuel, byName: 'Samuel Adeyemi' } }),
  )
  const newer = (refused.body as { newerText: { version: string } }).newerText.version
  const again = await app.send('PUT', `${path}/${id}`, { title: 'Mine', text: 'Mine.', version: newer })
  expect(savedIn(again)).toMatchObject({ title: 'Mine', text: 'Mine.' })
  const stranger = { by: personId(901), isAdmin: true }
  await app.send('PUT', `${path}/${id}`, { ...theirs, version: savedIn(again).version }, stranger)
  expect((await app.send('PUT', `${path}/${id}`, { ...theirs, title: 'Mine', version })).body).toMatchObject({
    newerText: standIn('personElsewhere', 'byName'),
  })
})
