// Invites imported participants to choose their password: decides who needs an email, makes its link, and sends all in the background.

import { setTimeout } from 'node:timers/promises'
import type { AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import { participantInvitationDays } from '@thirty/contracts/accounts/participant-import-api.ts'
import { derivedToken } from '../../derived-token.ts'
import type { Parts } from '../../parts.ts'
import { type Account, loadAccount } from '../account.ts'
import { resetLinks, sendResetLink } from '../password/reset-password.ts'
import { credentialStreams } from '../password/credentials.ts'
import { hasLinkedProvider } from '../decide.ts'

/** Pending emails above which invitations wait, so that they do not delay urgent emails such as password resets. */
const maxPending = 100
/** Milliseconds between two looks at a full mail queue, and before another attempt after a dropped task. */
const pauseMs = 200

/** `actor` is the admin who imports, `reader` the language of their page. */
export type ImportContext = { actor: string; correlation: string; reader: AccountLanguage }

export type Invitations = ReturnType<typeof invitations>

/**
 * Creates the invitations. Their tokens are derived from the secret, the user and a number, so that every process knows whether a user
 * has a link that works. One task of a process sends those of all imports and waits while the mail queue is full: several would leave no
 * place for the other background tasks, such as password resets.
 */
export function invitations(parts: Parts) {
  const { commands, clock, mail, secret, runInBackground } = parts
  const waiting: (ImportContext & { user: string })[] = []
  let isSending = false

  /** Returns the token of the next link; `undefined` while an earlier link works. */
  const findNextToken = async (user: string): Promise<string | undefined> => {
    for (let number = 0; ; number += 1) {
      const token = derivedToken(secret, 'invitation', user, number)
      const { state: link } = await resetLinks.load(commands, token)
      if (link.status === 'none') return token
      if (link.status === 'open' && clock() < link.expiresAt) return undefined
    }
  }
  const isInvitable = async (user: string, account: Account): Promise<boolean> => {
    if (account.isAdmin || account.status !== 'active' || hasLinkedProvider(account)) return false
    const { state: credentials } = await credentialStreams.load(commands, user)
    return credentials === undefined
  }
  const invite = async ({ user, ...by }: (typeof waiting)[number]): Promise<void> => {
    const account = await loadAccount(commands, user)
    if (account === undefined || !(await isInvitable(user, account))) return
    const token = await findNextToken(user)
    if (token === undefined) return
    const until = clock() + participantInvitationDays * 24 * 60 * 60_000
    const link = { token, until, ...by }
    // Does nothing if another process invites the same user.
    await sendResetLink(parts, { id: user, account }, link, ({ text }, page) => ({
      kind: 'invitation',
      subject: text('invitationSubject'),
      parts: [
        text('invitation'),
        { link: page, label: text('invitationLink') },
        text('invitationExpires', { days: participantInvitationDays }),
        { link: new URL('/forgot', parts.publicUrl), label: text('invitationForgot') },
        text('invitationIgnore'),
      ],
    }))
  }
  const sendWaiting = async (signal: AbortSignal): Promise<void> => {
    try {
      for (let next = waiting[0]; next !== undefined && !signal.aborted; next = waiting[0]) {
        if (mail.pendingCount() > maxPending) {
          await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)
          continue
        }
        waiting.shift()
        await invite(next)
      }
    } finally {
      isSending = false
      // After an error, the others still get theirs.
      if (!signal.aborted) start()
    }
  }
  const start = (): void => {
    if (isSending || waiting.length === 0) return
    isSending = true
    runInBackground(sendWaiting, () => {
      isSending = false
      void setTimeout(pauseMs, undefined, { ref: false }).then(start)
    })
  }
  return {
    /** Returns whether an account was imported, has no password yet, and has no link that works. */
    isNeeded: async (user: string, account: Account): Promise<boolean> =>
      (await isInvitable(user, account)) && (await findNextToken(user)) !== undefined,
    /** Sends an invitation in the background, unless it is no longer needed. Never throws. */
    send: (user: string, context: ImportContext): void => {
      waiting.push({ ...context, user })
      start()
    },
  }
}
