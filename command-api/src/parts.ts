// The parts of a process that handlers and their functions work with, by name.

import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { ServerMessages } from '@thirty/contracts/live/live.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { OnSessionUsed } from '@thirty/infra/http/authentication/authentication.ts'
import type { SessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import type { LivePublisher } from '@thirty/infra/live/live-publisher.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import type { PersonalDocuments } from '@thirty/infra/personal-documents/personal-documents.ts'
import type { FileSigner } from '@thirty/infra/portable-file/signature.ts'
import type { SeenSessions } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import type { Sealing } from '@thirty/infra/sealed-text.ts'
import type { NameStreams } from './accounts/names/name-streams.ts'
import type { AttemptLimits } from './accounts/attempts/count-attempts.ts'
import type { PasswordHasher } from './accounts/password/password-hasher.ts'
import type { TwoFactorTokens } from './accounts/two-factor/tokens.ts'
import type { WebAuthn } from './accounts/two-factor/webauthn.ts'
import type { Commands } from './handle.ts'
import type { ImageNames } from './images/image-names.ts'
import type { LanguageOf } from './language-of.ts'
import type { Recipient } from './mail-template.ts'
import type { NotifyByPush } from './notify-by-push.ts'

export type Parts = {
  commands: Commands
  clock: Clock
  log: Pick<EventLog, 'read' | 'truncate' | 'remove'>
  waitForProjections: WaitForProjections
  /** Time zone in which challenge days begin and end, such as `Europe/Paris`. */
  timeZone: string
  /** Origin of links. Never taken from a request. */
  publicUrl: URL
  /** A secret of this installation that does not change, of at least 32 bytes. */
  secret: string
  /** Runs a task after the response. Its error is logged. */
  runInBackground: (task: () => Promise<void>) => void
  mail: Pick<Mailer, 'send'>
  notifyByPush: NotifyByPush
  /** Publishes to the sockets of all processes. */
  broadcast: LivePublisher<ServerMessages>['publish']
  languageOf: LanguageOf
  tokens: SessionTokens
  limits: AttemptLimits
  names: NameStreams
  passwords: PasswordHasher
  personalDocuments: PersonalDocuments
  seenSessions: SeenSessions
  imageNames: ImageNames
  /** Signs backup files with the key of this installation. */
  fileSigner: Pick<FileSigner, 'fingerprint'>
  /** Returns whether the deletion of an account was recorded. */
  isDeleted: (user: string) => Promise<boolean>
  /** Records a session as seen: an open one is known before it is used. */
  recordSession?: OnSessionUsed
  /** Called with the reason if an older password, or older second factors, stay in the log until the next change. */
  onTruncateFailed?: (error: unknown) => void
  /** Seals the secrets of authenticator apps, each for the id of its account. */
  secrets: Sealing
  twoFactorTokens: TwoFactorTokens
  passkeys: WebAuthn
  /** Sends the owner of an account one email for each change of its second factors. `reader`: the language of the page. */
  notifyOfFactors: (owner: Recipient, facts: readonly UserEvent[], reader?: AccountLanguage) => void
}

/** Some of the parts: each function takes the ones that it needs. */
export type With<Name extends keyof Parts> = Pick<Parts, Name>

/** What a function takes as its parts; of several functions, what all of them take together. */
export type PartsOf<Taker> = [Taker] extends [(parts: infer Taken, ...others: never[]) => unknown]
  ? Taken
  : never

/**
 * Waits until the server's own read models have reached a position, so that callers see the effect of their command.
 * Returns the position as decimal text, with `pending` when the read models did not reach it in time.
 */
export type WaitForProjections = (position: bigint) => Promise<{ position: string; pending?: true }>
