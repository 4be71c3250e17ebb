// What people do in the product, in the words of the specs: each a request as the browser sends it, or a few.

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import {
  secondFactorNeeded,
  twoFactorChangedResponse,
  twoFactorEndpoints,
} from '@thirty/contracts/accounts/two-factor-api.ts'
import { codeAt } from '@thirty/command-api/testing/totp-code.ts'
import { expect, vi } from 'vitest'
import { password, projectFields, stars } from './fixtures.ts'
import type { Requests, Sender, SignedUp } from './requests.ts'

type Created<Name extends string> = Record<Name, { id: string }>

/** The latest days for which participants have submitted projects. */
const latestDays = new WeakMap<SignedUp, number>()
export const latestDayOf = (owner: SignedUp): number => latestDays.get(owner) ?? 0

/** Actions throw if the product refuses them. Actions that return an `Answer` return the refusal instead. */
export function createActions(
  { answer, send }: Pick<Requests, 'answer' | 'send'>,
  {
    folder,
    operatorToken,
    admin,
  }: { folder: string; operatorToken: () => string; admin: () => Promise<SignedUp> },
) {
  const outbox = join(folder, 'outbox')
  /** By the names of their files, which begin with the time. Many people share the outbox. */
  const mails = new Map<string, string>()

  /** Submits a project, for the next day unless another one is named, and returns its id. */
  const submitProject = async (
    owner: SignedUp,
    day = latestDayOf(owner) + 1,
    changes = {},
  ): Promise<string> => {
    latestDays.set(owner, day)
    type Submitted = { project: { _id: string } }
    const fields = { ...projectFields(owner), day, ...changes }
    return (await send<Submitted>(owner, 'POST /api/projects', fields)).project._id
  }

  /** Returns the token of the newest link to a page in the emails to an address. */
  const mailedToken = (email: string, page: string): Promise<string> => {
    const link = new RegExp(`/${page}\\?token=([\\w.-]+)`)
    const find = async (): Promise<string> => {
      for (const name of (await readdir(outbox).catch((): string[] => [])).toSorted()) {
        if (!name.endsWith('.eml') || mails.has(name)) continue
        const text = await readFile(join(outbox, name), 'utf8')
        mails.set(name, text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
      }
      const letters = [...mails.values()].filter((text) => text.includes(email))
      const token = letters.flatMap((text) => link.exec(text)?.[1] ?? []).at(-1)
      if (token === undefined) throw new Error(`No email with a link to ${page} arrived.`)
      return token
    }
    return vi.waitFor(find, { timeout: 10_000, interval: 25 })
  }

  /** Logs a person in once more and returns the token; `undefined` if the person cannot log in. */
  const logIn = async ({ email }: Pick<SignedUp, 'email'>): Promise<string | undefined> => {
    const { json } = await answer(undefined, 'POST /api/auth/login', { emailOrUsername: email, password })
    // The schema of the response defines this type.
    return (json as { user?: { token: string } }).user?.token
  }

  /** Begins to set up an authenticator app. Returns the body of the request that turns it on, and the secret. */
  const appSetup = async (by: SignedUp) => {
    const started = await send(by, 'POST /api/auth/two-factor/app/setup', {})
    const { secret, setup } = twoFactorEndpoints.setUpApp.response.parse(started)
    return { secret, body: { setup, code: codeAt(secret, Date.now()) } }
  }
  /** Turns on an authenticator app. Returns its secret. */
  const turnOnApp = async (by: SignedUp): Promise<string> => {
    const { secret, body } = await appSetup(by)
    twoFactorChangedResponse.parse(await send(by, 'POST /api/auth/two-factor/app', body))
    return secret
  }

  return {
    submitProject,
    mailedToken,
    logIn,
    appSetup,
    turnOnApp,

    /** Rates a project with the same stars for every criterion. */
    rate: (by: SignedUp, projectId: string, all: number) =>
      send(by, 'POST /api/ratings/submit', { projectId, criteria: stars(all), feedback: `Stars: ${all}` }),

    /** Submits a project for each of the thirty days and returns the code of the certificate. */
    certificateOf: async (owner: SignedUp): Promise<string> => {
      for (let day = 1; day <= totalDays; day += 1) await submitProject(owner, day)
      type Mine = { certificate: { code: string } }
      return (await send<Mine>(owner, 'GET /api/certificates/mine')).certificate.code
    },

    /** Comments on a project and returns the id of the comment. */
    postComment: async (by: SignedUp, project: string): Promise<string> => {
      const endpoint = `POST /api/projects/${project}/comments`
      return (await send<Created<'comment'>>(by, endpoint, { text: 'Neat.' })).comment.id
    },

    /** Opens a discussion and returns its id. */
    openDiscussion: async (by: SignedUp): Promise<string> => {
      const texts = { title: 'Clocks', text: 'Which?' }
      return (await send<Created<'discussion'>>(by, 'POST /api/community/discussions', texts)).discussion.id
    },

    /** Replies to a discussion and returns the id of the reply. */
    postReply: async (by: SignedUp, discussion: string): Promise<string> => {
      const endpoint = `POST /api/community/discussions/${discussion}/replies`
      return (await send<Created<'reply'>>(by, endpoint, { text: 'Any.' })).reply.id
    },

    /** Freezes the leaderboard, and waits until it is frozen. Does nothing while it is frozen. */
    freeze: async (by: SignedUp): Promise<string> => {
      const known = await send<{ frozenAt: string | null }>(by, 'GET /api/challenge/current-day')
      const command = 'POST /api/admin/challenge/freeze'
      const frozenAt = known.frozenAt ?? (await send<{ frozenAt: string }>(by, command, {})).frozenAt
      while (Date.parse(frozenAt) > Date.now()) await pause(25)
      return frozenAt
    },

    /** Returns the body of a change of the scoring, of an admin who has just compared it. */
    scoringChange: async (by: Sender, weights: object, excluded: readonly string[] = []) => {
      const { inForce, position } = await send<WhatIfResponse>(by, 'GET /api/admin/what-if')
      return { weights, excluded, position, version: inForce.version, reason: 'A fairer contest' }
    },

    /** Creates a backup of the current run and returns its id. */
    createBackup: async (by: Sender, name = 'Halfway'): Promise<string> =>
      (await send<{ backupId: string }>(by, 'POST /api/admin/backups', { name })).backupId,

    /** Exports a backup as a file. Returns the answer. */
    exportBackup: (by: Sender, id: string) => answer(by, `GET /api/admin/backups/${id}/export`),

    /** Imports the file of a backup. Returns the answer. */
    importBackup: (by: Sender, file: unknown) =>
      answer(by, 'POST /api/admin/backups/import', file, { 'content-type': 'application/gzip' }),

    /** Requests a password reset and returns the token of the link in the mail. */
    requestResetToken: async ({ email }: SignedUp): Promise<string> => {
      await send(undefined, 'POST /api/auth/forgot-password', { email })
      return mailedToken(email, 'reset-password')
    },

    /** Returns the token of the link in the email that a new user receives. */
    confirmationToken: ({ email }: SignedUp) => mailedToken(email, 'confirm-email'),

    /** Opens another session of a person and returns its id; `undefined` if the person cannot log in. */
    logInElsewhere: async (person: SignedUp): Promise<string | undefined> => {
      const token = await logIn(person)
      if (token === undefined) return undefined
      const { sessions } = await send<{ sessions: { id: string }[] }>({ token }, 'GET /api/auth/sessions')
      return sessions[0]?.id
    },

    /** Logs in a new admin with an app up to the second step. Returns the token, and a code of the next time step. */
    secondStep: async (): Promise<{ token: string; code: string }> => {
      const person = await admin()
      const secret = await turnOnApp(person)
      const body = { emailOrUsername: person.email, password }
      const { token } = secondFactorNeeded.parse(
        await send(undefined, 'POST /api/auth/login', body),
      ).secondFactor
      return { token, code: codeAt(secret, Date.now() + 30_000) }
    },

    /** Starts an operation of an operator and returns its id when it has ended. */
    finishedOperation: async (): Promise<string> => {
      type Answer = { operation: { id: string; state: string } }
      const sendOwn = (endpoint: string, body?: object) =>
        send<Answer>({ token: operatorToken() }, endpoint, body)
      const wait = { timeout: 30_000, interval: 25 }
      // A second operation is refused while another one runs.
      const started = await vi.waitFor(() => sendOwn('POST /api/operations/runs', { kind: 'check' }), wait)
      const endpoint = `GET /api/operations/runs/${started.operation.id}`
      await expect.poll(async () => (await sendOwn(endpoint)).operation.state, wait).not.toBe('running')
      return started.operation.id
    },
  }
}
