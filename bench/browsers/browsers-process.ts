// The program of the processes that `browsers.ts` starts: each runs a share of the browsers.

import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { compilePage } from './browser.ts'
import type { Answers, Order, Orders, Report } from './browsers.ts'
import { knownBoards } from './known-boards.ts'
import type { Network } from './line.ts'
import { openWatchingBrowser, type WatchingBrowser } from './watching-browser.ts'

/** Browsers that load something at once. */
const batch = 25
/**
 * How long all browsers may take to show the board of the log when nothing changes any more. The longest delay of a browser's own is
 * half as long, after a few failures.
 */
const settleMs = 60_000
const pollMs = 1_000

const network: Network = { addresses: [], openSockets: new Map() }
const known = knownBoards()
let browsers: readonly WatchingBrowser[] = []

const orders: { [Name in keyof Orders]: (order: Orders[Name]) => Promise<Answers[Name]> } = {
  open: async ({ scriptFile, addresses, users }) => {
    network.addresses = addresses
    const runPage = compilePage(await readFile(scriptFile, 'utf8'))
    for (let first = 0; first < users.length; first += batch) {
      const opened = users
        .slice(first, first + batch)
        .map((user) => openWatchingBrowser({ runPage, network, user, known }))
      browsers = [...browsers, ...opened]
      await untilAllShow()
    }
  },
  route: async (addresses) => {
    network.addresses = addresses
  },
  know: async (board) => {
    known.add(board)
    for (const browser of browsers) browser.check()
  },
  cutInTurn: async ({ everyMs, forMs, whileMs }) => {
    const end = Date.now() + whileMs
    const cutAgainAndAgain = async (browser: WatchingBrowser, index: number) => {
      await pause((index / browsers.length) * everyMs)
      while (Date.now() < end) {
        await browser.cut(forMs, index % 2 === 0)
        await pause(everyMs - forMs)
      }
    }
    await Promise.all(browsers.map(cutAgainAndAgain))
  },
  report: async () => {
    const end = Date.now() + settleMs
    let different = await findDifferent(browsers)
    while (different.size > 0 && Date.now() < end) {
      await pause(pollMs)
      different = await findDifferent([...different.keys()])
    }
    const report: Report = { wrong: [...different.values()], seen: browsers.map(({ seen }) => ({ ...seen })) }
    for (const browser of browsers) browser.forget()
    return report
  },
}

/** Resolves when every browser shows a board. */
async function untilAllShow(): Promise<void> {
  for (const end = Date.now() + settleMs; !browsers.every((browser) => browser.isShown()); await pause(20))
    if (Date.now() > end) throw new Error(`Not all browsers show a board after ${settleMs} ms.`)
}

/** Returns the browsers whose board is not that of the server, with what differs. */
async function findDifferent(compared: readonly WatchingBrowser[]): Promise<Map<WatchingBrowser, string>> {
  const different = new Map<WatchingBrowser, string>()
  for (let first = 0; first < compared.length; first += batch)
    await Promise.all(
      compared.slice(first, first + batch).map(async (browser) => {
        const parts = await browser.findDifferences()
        if (parts.length > 0) different.set(browser, parts.join(', '))
      }),
    )
  return different
}

process.on('message', (order: Order) => {
  // Safe: each order has the name of its own type.
  const answer = orders[order.name] as (options: unknown) => Promise<unknown>
  answer(order.options).then(
    (value) => process.send?.({ id: order.id, value }),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.once('disconnect', () => process.exit())
