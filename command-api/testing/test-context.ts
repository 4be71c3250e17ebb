import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { privilegesFor, type Privileges } from '@thirty/contracts/endpoints/access.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { unsubscribeLinks } from '@thirty/command-api/accounts/email-links/endpoints.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { languageOfPages } from '@thirty/command-api/language-of.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import type { EntryStore } from '@thirty/infra/entry-store/entry-store.ts'
import { memoryEntries, sqliteEntries } from '@thirty/infra/entry-store/sqlite.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from '@thirty/infra/testing/event-log/open-sqlite-log.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import { oauthProviders } from '@thirty/infra/oauth/providers.ts'
import { personalDocumentsIn } from '@thirty/infra/personal-documents/personal-documents.ts'
import { presenceIn } from '@thirty/infra/presence/presence.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import { seenSessionsIn } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { collectBatches } from '@thirty/infra/testing/event-log/port/test-events.ts'
import { writerWithoutThread } from '@thirty/infra/testing/event-log/writer-without-thread.ts'
import { testSigner } from '@thirty/infra/testing/portable-file/test-signer.ts'
import { webhookSecrets } from '@thirty/command-api/webhooks/webhook-secrets.ts'
import { orderedFold } from './backup-files.ts'
import { createNewEvent } from './new-event.ts'
import { admin, ana } from './people.ts'
import { weather } from './project-events.ts'
import { testNames } from './test-names.ts'

export const adminKey = 'a key of at least thirty-two characters'
export const startTime = Date.parse('2026-03-02T08:00:00Z')
const secret = 'x'.repeat(32)
const reservationKey = 'r'.repeat(32)

/** `role` is that of an admin: owner when missing. */
type TokenOf = { isAdmin?: boolean; role?: AdminRole | null }
export type ContextOptions = {
  areLimitsOn?: boolean
  publicUrl?: URL
  /** Stands still when missing. */
  clock?: Clock
  /** Opens the store of what expires, in a folder; a file in it when missing. */
  openEntries?: (folder: string) => EntryStore
  wrapMedia?: (media: Media) => Media
}

/** What the processes of a spec share, and what they send. The clock stands still until a spec sets `time.now`. */
export async function createTestContext(options: ContextOptions = {}) {
  const time = { now: startTime }
  const {
    areLimitsOn = false,
    publicUrl = new URL('https://thirty.example'),
    clock = () => time.now,
    openEntries = (folder) => sqliteEntries(folder, clock),
    wrapMedia = (media) => media,
  } = options
  const folder = await mkdtemp(join(tmpdir(), 'thirty-commands-'))
  const people = new Map<string, Privileges>()
  const images = imageNames(secret)
  const screenshots = new Map<string, string>()
  const log = await openSqliteLog({ folder, onFailure: rethrow, startWriter: writerWithoutThread })
  const mediaFolder = join(folder, 'media')
  const media = wrapMedia(await diskMedia(mediaFolder))
  const entries = openEntries(folder)
  const shortLived = memoryEntries(clock)
  const broadcasts: { room: string; message: string; payload: unknown }[] = []
  const sent: EmailMessage[] = []
  const mailQueue = { pending: 0 }
  const errors: unknown[] = []
  const tasks = new Set<Promise<unknown>>()
  const ending = new AbortController()
  const tokens = sessionTokens({ secret, issuer: publicUrl.origin, clock })
  const runInBackground = (task: (signal: AbortSignal) => Promise<void>) => {
    const running = task(ending.signal)
      .catch((error: unknown) => errors.push(error))
      .finally(() => tasks.delete(running))
    tasks.add(running)
  }
  /** Resolves when all tasks have ended that responses left behind. */
  const waitForTasks = async () => {
    while (tasks.size > 0) await Promise.all([...tasks, nextTurn()])
  }
  const allEvents = () => collectBatches(log.readAll())
  const eventsOf = (stream: string): Promise<RecordedEvent[]> => Array.fromAsync(log.read(stream))
  /** Creates an event of the current time, to append to the log. `run` is missing for most streams. */
  const newEvent = (type: string, data: unknown, run?: number) =>
    createNewEvent(type, data, { at: clock(), run })
  /** Appends an event of the current time to the end of a stream. */
  const append = (stream: string, type: string, data: unknown, run?: number) =>
    appendToEnd(log, stream, [newEvent(type, data, run)])
  let day = 0
  return {
    time,
    clock,
    log,
    commands: createCommands({ log, clock }),
    media,
    mediaFolder,
    entries,
    personalDocuments: personalDocumentsIn(entries),
    seenSessions: seenSessionsIn(shortLived),
    presence: presenceIn(shortLived),
    names: testNames,
    imageNames: images,
    /** Returns the address of a screenshot that a user has uploaded, always the same. */
    imageUrlOf: (user: string): string => {
      const name = screenshots.get(user) ?? images.nameFor(user)
      screenshots.set(user, name)
      return `/uploads/${name}`
    },
    tokens,
    timeZone: 'UTC',
    publicUrl,
    secret,
    reservationKey,
    adminKey,
    fileSigner: testSigner(1),
    webhookSecrets: webhookSecrets(sealing('k'.repeat(32), 'webhooks')),
    webhookAddresses: { http: true, private: true },
    importFolder: folder,
    providers: oauthProviders({}),
    createBoardFold: orderedFold,
    limits: rateLimits({ isEnabled: areLimitsOn }),
    languageOf: languageOfPages({ offered: ['en'] }),
    unsubscribeLinksFor: (user: string) => unsubscribeLinks({ secret, clock, publicUrl }, user),
    /** The emails that were sent. `mailQueue.pending` is how many others wait. */
    sent,
    mailQueue,
    mail: {
      send: (message: EmailMessage) => sent.push(message) > 0,
      pendingCount: () => mailQueue.pending,
      discard: async () => undefined,
    },
    sendPush: async () => 'sent' as const,
    pushPublicKey: '',
    /** The live messages that were broadcast. */
    broadcasts,
    broadcast: (room: string, message: string, payload: unknown) =>
      void broadcasts.push({ room, message, payload }),
    /** What failed in the background. */
    errors,
    runInBackground,
    runPushInBackground: runInBackground,
    waitForTasks,
    // There are no read models to ask or to wait for.
    waitForProjections: async (position: bigint) => ({ position: position.toString() }),
    checkReplay: async () => undefined,
    findExported: async () => undefined,
    scalesAt: noReadModels,
    exportFile: noReadModels,
    describeBackup: noReadModels,
    countAccounts: noReadModels,
    /** Registers a person with the authentication of all processes, and returns a token. */
    tokenOf: (id: string, { isAdmin = false, role = isAdmin ? 'owner' : null }: TokenOf = {}) => {
      people.set(id, privilegesFor(role))
      return tokens.issue({ id, version: 0 })
    },
    /** Returns what a person of `tokenOf` may do. */
    privilegesOf: (id: string) => people.get(id),
    newEvent,
    append,
    /** Records the sign-up of an account: of an admin, unless it says otherwise. */
    register: (id: string, account: object = {}) =>
      append(`user-${id}`, 'UserRegistered', {
        fullName: 'Ines Duarte',
        username: `u${id.slice(-4)}`,
        email: `${id}@example.org`,
        role: 'admin',
        ...account,
      }),
    /** Creates a project of Ana's for the next day of run 1, with these event types after its submission. Returns its id. */
    createProject: async (...types: string[]): Promise<string> => {
      day += 1
      if (day > totalDays) throw new Error('A challenge has fewer days: share projects between tests.')
      const id = projectId({ run: 1, day, user: ana })
      await append(`project-${id}`, 'ProjectSubmitted', weather, 1)
      for (const type of types)
        await append(`project-${id}`, type, type === 'ProjectWithdrawn' ? {} : { by: admin }, 1)
      return id
    },
    allEvents,
    /** Returns everything that the log says, as text. */
    wholeLog: async (): Promise<string> =>
      JSON.stringify(
        (await allEvents()).map(({ stream, type, data, metadata }) => [stream, type, data, metadata]),
      ),
    eventsOf,
    lastEventOf: async (stream: string) => (await eventsOf(stream)).at(-1),
    /** Returns the types of the events in a stream. */
    typesOf: async (stream: string) => (await eventsOf(stream)).map(({ type }) => type),
    close: async () => {
      ending.abort()
      await waitForTasks()
      await log.close()
      await entries.close()
      await shortLived.close()
      await media.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestContext = Awaited<ReturnType<typeof createTestContext>>

function rethrow(error: Error): never {
  throw error
}

function noReadModels(): never {
  throw new Error('There are no read models.')
}
