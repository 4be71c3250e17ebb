// Fills an empty installation with demo data, through an application whose clock is set to the time of each demo request.

import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { findNameHolder } from '@thirty/command-api/accounts/names/reserve-names.ts'
import { reservationKeyStream } from '@thirty/command-api/accounts/names/name-streams.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { convertScreenshot, type ConvertedImage } from '@thirty/command-api/images/convert-image.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { systemClock } from '@thirty/infra/scheduler.ts'
import { mapWithLimit } from '@thirty/infra/concurrency-limit.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import { listen, serverAddress } from '@thirty/infra/http/http-server.ts'
import { fillDemo, type DemoClient } from '../command-api/demo/fill.ts'
import { demoParticipant } from '../command-api/demo/content.ts'
import { openWebCore, type WebCore } from './core.ts'
import { createProcessContext, type ProcessContext } from './lifecycle/process-context.ts'
import { webApp } from './web-app.ts'

/** Returns whether the installation has the demo users. */
export async function makeDemo({ config }: ProcessContext): Promise<boolean> {
  // The demo sends two thousand requests, whose log lines would hide everything else.
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel
  const context = createProcessContext({ ...config, logLevel })
  const core = await openWebCore(context)
  const isEmpty = await isUnused(core)
  if (isEmpty) await fill(core)
  else
    console.log(
      'This installation already has data, so no demo is created. For a new demo, set DATA_DIR to an empty folder.',
    )
  const hasDemo = isEmpty || (await findNameHolder(core, core.names.username(demoParticipant))) !== undefined
  await context.shutdown.close()
  return hasDemo
}

/** Every start leaves the fingerprint of the reservation key in the log, which is no use of the product. */
async function isUnused({ log }: WebCore): Promise<boolean> {
  for await (const events of log.readAll({ batch: 8 }))
    if (events.some(({ stream }) => stream !== reservationKeyStream)) return false
  return true
}

async function fill(core: WebCore): Promise<void> {
  const { config, secrets } = core
  console.log('Creating twenty days of demo data. This takes a few seconds …')
  let time = systemClock()
  const clock = () => time
  // Emails of the demo people are read here and go nowhere.
  const tokenByAddress = new Map<string, string>()
  const mail: Mailer = {
    send: ({ to, text }) => {
      tokenByAddress.set(to, /\?token=([\w.-]+)/.exec(text)?.[1] ?? '')
      return true
    },
    pendingCount: () => 0,
    discard: async () => undefined,
    close: async () => undefined,
  }
  const { app, tokens } = webApp({
    ...core,
    mail,
    commands: createCommands({ log: core.log, clock }),
    clock,
    limits: rateLimits({ isEnabled: false }),
  })
  const server = createServer(app)
  await listen(server, 0, '127.0.0.1')
  const address = serverAddress(server, { ...config, host: '127.0.0.1' })
  const names = imageNames(secrets.jwtSecret)
  const screenshots = await convertScreenshots()
  const client: DemoClient = {
    call: async (method, path, body, userId) => {
      const authorization = userId && `Bearer ${tokens.issue({ id: userId, version: 0 })}`
      const response = await fetch(`${address}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: JSON.stringify(body),
      })
      const json: unknown = await response.json()
      if (!response.ok) throw new Error(`${method} ${path} was refused: ${JSON.stringify(json)}`)
      // Every response of the API is a JSON object.
      return json as Record<string, unknown>
    },
    setTime: (at) => void (time = at),
    storeScreenshot: async (number, userId) => {
      const screenshot = screenshots[number % screenshots.length]
      if (screenshot === undefined) throw new Error('There are no screenshots.')
      // Under the name that an upload of the user would get.
      const name = names.nameFor(userId)
      await core.media.put(name, screenshot.full)
      await core.media.put(thumbnailOf(name), screenshot.thumbnail)
      return imagePath(name)
    },
    confirmationToken: (email) => tokenByAddress.get(email) ?? '',
    adminKey: secrets.adminRegistrationKey,
  }
  await fillDemo(client, systemClock(), config.timezone)
  server.closeAllConnections()
  server.close()
}

/** Converts the screens of eight kinds of web applications in eight palettes, which were drawn for the demo, like uploads. */
async function convertScreenshots(): Promise<readonly ConvertedImage[]> {
  const folder = join(import.meta.dirname, '../command-api/demo/screenshots')
  const names = (await readdir(folder)).toSorted()
  return mapWithLimit(names, 2, async (name) => convertScreenshot(await readFile(join(folder, name))))
}
