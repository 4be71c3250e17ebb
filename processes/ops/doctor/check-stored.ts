// Checks of what an installation has stored: the log, which it opens for the other checks; images that are missing; and accounts of the
// demo whose published password still works, one of them an owner's.

import { readdir } from 'node:fs/promises'
import { startEventStoreLog } from '@thirty/infra/event-log/eventstoredb.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { inspectLog } from '@thirty/infra/event-log/sqlite/verify-and-recover/recovery.ts'
import { openReadOnlyLog } from '@thirty/infra/event-log/sqlite/read/reader.ts'
import { systemScheduler, withTimeout } from '@thirty/infra/scheduler.ts'
import { catalogue } from '@thirty/contracts/events/catalogue.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import {
  evolveStatus,
  isPresent,
  isStatusEvent,
  statusEvents,
} from '@thirty/contracts/projects/project-life.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/accounts/events.ts'
import { ignoreMissing } from '@thirty/infra/system-errors.ts'
import { thumbnailOf } from '@thirty/contracts/images/images.ts'
import { imageNamePattern, type Media } from '@thirty/infra/media/media.ts'
import { passwordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import { credentialsEvents } from '@thirty/contracts/accounts/sign-in-events.ts'
import { isOnThisMachine } from '@thirty/infra/config/engine-address.ts'
import { errorMessage, findingOf, type Finding } from './finding.ts'
import { withNoun } from '../shell-context.ts'
import { demoAdmins, demoPassword, demoPeople } from '../../../command-api/demo/content.ts'
import type { Config } from '../../config/config.ts'

/** A log for the checks that read it, and what was found about the log itself. No log if it cannot be read. */
type CheckedLog = { finding: Finding; log?: Pick<EventLog, 'readAll'>; close(): Promise<void> }

/** Verifies the hash chain of the embedded log, which may be in use. */
export async function checkEmbeddedLog(folder: string): Promise<CheckedLog> {
  try {
    const { events, head, fault, lost } = inspectLog(folder)
    const log = openReadOnlyLog(folder)
    const close = async () => log.close()
    if (fault === undefined) {
      const message = `The event log is intact: all ${events} events up to position ${head}.`
      return { finding: { state: 'fine', message }, log, close }
    }
    const details = [
      ...lost.map(({ from, to }) => `The events from position ${from} to ${to} are lost.`),
      '"npm run ops -- log accept" gives them up and keeps the rest; a backup may have them.',
    ]
    return { finding: { state: 'fault', message: fault, details }, log, close }
  } catch (error) {
    const message = `The event log cannot be read: ${errorMessage(error)}`
    return { finding: { state: 'fault', message }, close: async () => undefined }
  }
}

/** Reads the head of the log in EventStoreDB, and its first events. */
export async function checkEventStoreLog(url: string): Promise<CheckedLog> {
  const { log, verified } = await startEventStoreLog({ url, onStoreError: () => undefined })
  const close = () => log.close()
  try {
    await inTime(verified)
    const head = await inTime(log.head())
    let events = 0
    for await (const batch of log.readAll({ batch: 100 })) {
      events += batch.length
      break
    }
    if (head >= 0n && events === 0) throw new Error('it has a newest event, but returns none')
    const message = `EventStoreDB answers; its newest event is at position ${head}.`
    return { finding: { state: 'fine', message }, log, close }
  } catch (error) {
    const message = `The event log in EventStoreDB cannot be read: ${errorMessage(error)}`
    return { finding: { state: 'fault', message }, close }
  }
}

const inTime = <Result>(work: Promise<Result>): Promise<Result> =>
  withTimeout(systemScheduler, 15_000, work, () => new Error('no answer within 15 seconds'))

const showingEvents = { ...statusEvents, ...pickEvents(userEvents, 'ProfileImageChanged'), ...deletionEvents }

/** `folder` is where images are files; without it, unreferenced images are not counted. */
export const checkImages = (
  log: Pick<EventLog, 'readAll'>,
  media: Pick<Media, 'open'>,
  folder: string | undefined,
): Promise<Finding> =>
  findingOf('The images cannot be checked', async () => {
    const shown = await shownImages(log)
    const missing: string[] = []
    for (const [image, subject] of shown)
      for (const name of [image, thumbnailOf(image)])
        if (!(await exists(media, name))) missing.push(`${subject} shows ${name}, which does not exist.`)
    const unreferenced = folder === undefined ? undefined : await countUnreferenced(folder, shown)
    const others = unreferenced === undefined ? '' : ` Stored files that nothing shows: ${unreferenced}.`
    if (missing.length > 0)
      return {
        state: 'fault',
        message: `${withNoun(missing.length, 'image file')} missing.${others}`,
        details: missing,
      }
    const message = `All ${shown.size} images that projects and profiles show exist.${others}`
    return { state: 'fine', message }
  })

/** Returns the names of all images that are shown, and by what. */
async function shownImages(log: Pick<EventLog, 'readAll'>): Promise<Map<string, string>> {
  const bySubject = new Map<string, string>()
  for await (const events of log.readAll({ streams: ['project-', 'user-', 'deleted-'] }))
    for (const event of events) recordImage(bySubject, catalogue.upcast(event))
  return new Map([...bySubject].map(([subject, image]) => [image, subject]))
}

function recordImage(bySubject: Map<string, string>, event: RecordedEvent): void {
  if (!isEventOf(showingEvents, event)) return
  if (isStatusEvent(event)) {
    if ('image' in event.data) bySubject.set(event.stream, event.data.image)
    else if (!isPresent(evolveStatus('submitted', event))) bySubject.delete(event.stream)
    return
  }
  switch (event.type) {
    case 'ProfileImageChanged':
      if (event.data.image === null) bySubject.delete(event.stream)
      else bySubject.set(event.stream, event.data.image)
      return
    case 'AccountDeleted':
      bySubject.delete(event.stream.replace(/^deleted-/, 'user-'))
  }
}

async function exists(media: Pick<Media, 'open'>, name: string): Promise<boolean> {
  const image = await media.open(name)
  image?.content.destroy()
  return image !== undefined
}

async function countUnreferenced(folder: string, shown: ReadonlyMap<string, string>): Promise<number> {
  const referenced = new Set([...shown.keys()].flatMap((image) => [image, thumbnailOf(image)]))
  const stored = (await readdir(folder).catch(ignoreMissing)) ?? []
  return stored.filter((name) => imageNamePattern.test(name) && !referenced.has(name)).length
}

const demoNames: ReadonlySet<string> = new Set([...demoAdmins, ...demoPeople].map(({ username }) => username))

/** Returns nothing if there are no such accounts. */
export async function checkDemo(
  log: Pick<EventLog, 'readAll'>,
  config: Pick<Config, 'isProduction' | 'host' | 'publicUrl'>,
  passwords = passwordHasher(),
): Promise<Finding | undefined> {
  const names = new Map<string, string>()
  const hashes = new Map<string, string>()
  const inactive = new Set<string>()
  for await (const events of log.readAll({ streams: ['user-', 'credentials-'] }))
    for (const event of events.map(catalogue.upcast)) {
      const user = event.stream.slice(event.stream.indexOf('-') + 1)
      if (isEventOf(userEvents, event) && event.type === 'UserStatusChanged') {
        if (event.data.status === 'inactive') inactive.add(user)
        else inactive.delete(user)
      } else if (isEventOf(userEvents, event) && event.type === 'UserRegistered') {
        const { username } = event.data
        if (username !== null && username !== undefined && demoNames.has(username)) names.set(user, username)
      } else if (isEventOf(credentialsEvents, event)) {
        if (event.type === 'PasswordSet') hashes.set(user, event.data.hash)
        else hashes.delete(user)
      }
    }
  const open: string[] = []
  for (const [user, name] of names)
    if (!inactive.has(user) && (await passwords.matches(demoPassword, hashes.get(user)))) open.push(name)
  if (open.length === 0) return undefined
  const isLocal = !config.isProduction && isOnThisMachine(config.host, config.publicUrl.hostname)
  return {
    state: isLocal ? 'warning' : 'fault',
    message: `The published demo password still works for ${open.length} of its accounts, among them ${open[0]}.`,
    details: [
      ...open,
      'Change these passwords, deactivate the accounts, or begin with an empty data folder.',
    ],
  }
}
