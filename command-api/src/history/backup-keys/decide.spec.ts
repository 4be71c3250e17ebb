import type { BackupKeyEvent } from '@thirty/contracts/backups/events.ts'
import { monday, recorded, recordedDeciderSpec } from '@thirty/command-api/testing/account-events.ts'
import { deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { expect, test } from 'vitest'
import { accept, backupKeysFold, maxAcceptedKeys, remove } from './decide.ts'

const [own, fingerprint] = ['0'.repeat(32), '1'.repeat(32)]
const accepted = (name: string, of = fingerprint): BackupKeyEvent => ({
  type: 'BackupKeyAccepted',
  data: { fingerprint: of, name },
})
const [spring, autumn] = [accepted('Spring'), accepted('Autumn')]
const removed: BackupKeyEvent = { type: 'BackupKeyRemoved', data: { fingerprint } }
const others = Array.from({ length: maxAcceptedKeys }, (_, index) => accepted('Other', String(index)))

const { rule } = recordedDeciderSpec(backupKeysFold)
const accepting = deciding(accept, { fingerprint, name: 'Spring', own })
const removing = deciding(remove, { fingerprint })()

rule(
  'a key is accepted once, gets another name, and can be accepted again after its removal',
  [[], accepting(), [spring]],
  [[spring], accepting(), []],
  [[spring], accepting({ name: 'Autumn' }), [autumn]],
  [[spring, autumn], accepting(), [spring]],
  [[spring, removed], accepting(), [spring]],
)

const tooMany = refused('quota-reached', 'There are already 50 accepted keys. Remove one first.')

rule(
  "the installation's own key and too many keys are not accepted",
  [[], accepting({ fingerprint: own }), refused('conflict', 'This is the key of this installation.')],
  [others, accepting(), tooMany],
  [others.slice(1), accepting(), [spring]],
  [[...others.slice(1), spring], accepting({ name: 'Autumn' }), [autumn]],
)

rule('a key is removed once', [[spring], removing, [removed]], [[spring, removed], removing, []])

test('another name changes neither since when a key is accepted nor who accepted it', () => {
  const by = (actor: string, event: BackupKeyEvent, at?: string) => ({
    ...recorded(event, at),
    metadata: { correlation: 'spec', actor },
  })
  const events = [by('ruth', spring), by('otto', autumn, '2026-03-03T08:00:00.000Z')]
  const keys = events.reduce(backupKeysFold.evolve, backupKeysFold.initial)
  expect([...keys]).toEqual([[fingerprint, { name: 'Autumn', since: monday, by: 'ruth' }]])
})
