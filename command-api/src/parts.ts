// The parts of a process that handlers and their functions work with, by name.

import type { Backup } from '@thirty/contracts/backups/api.ts'
import type { BoardFold } from '@thirty/contracts/backups/backup-file.ts'
import type { HistorySegment, Runs } from '@thirty/contracts/challenge/challenge-state.ts'
import type { CurrentRun } from '@thirty/contracts/challenge/history.ts'
import type { ExportFilter, exportTypes } from '@thirty/contracts/exports/api.ts'
import type { ExportFormat, ExportKind } from '@thirty/contracts/exports/events.ts'
import type { PushContent } from '@thirty/contracts/notifications/api.ts'
import type { RatingScales } from '@thirty/contracts/judging/normalised-score.ts'
import type { ServerMessages } from '@thirty/contracts/live/live.ts'
import type { AllowedAddresses } from '@thirty/contracts/webhooks/webhook-address.ts'
import type { Clock } from '@thirty/infra/scheduler.ts'
import type { EntryStore } from '@thirty/infra/entry-store/entry-store.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { OnSessionUsed } from '@thirty/infra/http/authentication/authentication.ts'
import type { SessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import type { RateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import type { Media } from '@thirty/infra/media/media.ts'
import type { OAuthProviders } from '@thirty/infra/oauth/providers.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import type { FileSigner } from '@thirty/infra/portable-file/signature.ts'
import type { Presence } from '@thirty/infra/presence/presence.ts'
import type { SendPush } from '@thirty/infra/push/push-sender.ts'
import type { SeenSessions } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import type { Sealing } from '@thirty/infra/sealed-text.ts'
import type { Request } from 'express'
import type { NameStreams } from './accounts/names/name-streams.ts'
import type { AttemptLimits } from './accounts/attempts/count-attempts.ts'
import type { PasswordHasher } from './accounts/password/password-hasher.ts'
import type { Passkeys } from './accounts/two-factor/passkeys.ts'
import type { TwoFactorTokens } from './accounts/two-factor/tokens.ts'
import type { commandEndpoints, WaitForProjections } from './command.ts'
import type { Recorded, Commands } from './fold.ts'
import type { VerifiedFile } from './history/import/verify-backup-file.ts'
import type { ImageNames } from './images/image-names.ts'
import type { LanguageOf } from './language-of.ts'
import type { Texts } from './texts.ts'
import type { WebhookSecrets } from './webhooks/webhook-secrets.ts'

/**
 * Runs a task after the response. Its error is logged. The signal ends it when the process ends. `onDropped` is called instead if too many
 * tasks are waiting.
 */
type RunInBackground = (task: (signal: AbortSignal) => Promise<void>, onDropped?: () => void) => void

/** A push message about an event. */
export type PushNotice = Pick<PushContent, 'path' | 'tag'> & {
  /** Returns what it says, in the language of the account. */
  write: (texts: Texts) => Pick<PushContent, 'title' | 'body'>
  event: Pick<Recorded, 'id' | 'at'>
  /** When it is of no use any more, in milliseconds since 1970; after a day when missing. */
  expiresAt?: number
}

/** What a process gives to the command side. */
export type GivenParts = {
  commands: Commands
  clock: Clock
  log: EventLog
  waitForProjections: WaitForProjections
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
  /** Origin of links. Never taken from a request. */
  publicUrl: URL
  /** A secret of this installation that does not change, of at least 32 bytes. */
  secret: string
  /** Encrypts the secrets of authenticator apps. It must never change (decision 0097). */
  reservationKey: string
  /** Registration key for admins. While it is empty, no key is accepted. */
  adminKey: string
  runInBackground: RunInBackground
  /** Runs what sends push messages: push services may be slow, and other tasks must not wait for them. */
  runPushInBackground: RunInBackground
  mail: Pick<Mailer, 'send' | 'pendingCount' | 'discard'>
  sendPush: SendPush
  /** The public key of this installation for push messages, in base64url. */
  pushPublicKey: string
  /** Publishes to the sockets of all processes. */
  broadcast: LivePublisher<ServerMessages>['publish']
  languageOf: LanguageOf
  tokens: SessionTokens
  limits: AttemptLimits & Pick<RateLimits, 'keyFor'>
  names: NameStreams
  providers: OAuthProviders
  media: Pick<Media, 'put' | 'remove'>
  entries: Pick<EntryStore, 'put' | 'remove' | 'load' | 'list' | 'countWaiting'>
  personalDocuments: PersonalDocuments
  seenSessions: SeenSessions
  presence: Presence
  /** Warns the operator of what failed beside a command that counts. */
  warn?: (message: string, error?: unknown) => void
  /** Called if the data of a deleted account could not be erased yet. */
  retryErasures?: () => void
  webhookSecrets: WebhookSecrets
  webhookAddresses: AllowedAddresses
  /** Signs backup files with the key of this installation. */
  fileSigner: Pick<FileSigner, 'fingerprint'>
  /** Folder for files while they are imported. */
  importFolder: string
  createBoardFold: () => BoardFold
  /** Throws `backup-damaged` if the leaderboard of a place cannot be computed. Called before a restore is recorded. */
  checkReplay: (place: HistorySegment) => Promise<void>
  /** Returns the scales of the reviewers of the current run, from the official ratings up to a position. */
  scalesAt: (position: bigint) => Promise<RatingScales>
  /** Finds the listed backup of this installation whose export is this file. */
  findExported: (file: VerifiedFile) => Promise<string | undefined>
  /** Returns a backup as responses show it; `undefined` if it is not listed. */
  describeBackup: (id: string) => Promise<Backup | undefined>
  /** Returns how many of these users have an account. */
  countAccounts: (ids: Iterable<string>) => Promise<number>
  /** Returns data of the run that is shown as a file, which is read as it is sent. */
  exportFile: (
    kind: ExportKind,
    format: ExportFormat,
    filter: ExportFilter,
  ) => { type: (typeof exportTypes)[number]; content: AsyncIterable<string> }
}

/** What the command side makes of that, once per process. */
type MadeParts = ReturnType<typeof commandEndpoints> & {
  passwords: PasswordHasher
  imageNames: ImageNames
  /** Sends a push message to the browsers of a user in the background, once for each event. */
  notifyByPush: (user: string, notice: PushNotice) => void
  /** Seals the secrets of authenticator apps, each for the id of its account. */
  secrets: Sealing
  twoFactorTokens: TwoFactorTokens
  passkeys: Passkeys
  /** Records a session as seen: an open one is known before it is used. */
  recordSession: OnSessionUsed
  /** Called after a logout, with the id of the token. */
  onLoggedOut: (user: string, session: string) => Promise<void>
  /** Throws `confirmation-needed` unless the caller has said a short time ago who they are. */
  requireConfirmation: (request: Request) => void
  /** Returns whether the deletion of an account was recorded. */
  isDeleted: (user: string) => Promise<boolean>
  hasSecondFactor: (user: string) => Promise<boolean>
  /** Called after the reveal of a run, with all runs after it and its place in the log. Must not wait. */
  onRevealed: (run: CurrentRun, after: { runs: Runs; reveal: Pick<Recorded, 'at' | 'position'> }) => void
}

export type Parts = GivenParts & MadeParts

/** Some of the parts, for a function that is also called with fewer. */
export type With<Name extends keyof Parts> = Pick<Parts, Name>

/** What functions about accounts need that several steps call, and specs call on their own. */
export type AccountParts = With<
  'clock' | 'commands' | 'limits' | 'log' | 'mail' | 'names' | 'passwords' | 'publicUrl' | 'warn'
>
