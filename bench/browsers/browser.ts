import { compileFunction } from 'node:vm'
import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import { defaultFilter, type Board } from '../../frontend/src/shared/leaderboard/board.ts'
import type { LiveBoard } from '../../frontend/src/shared/leaderboard/live-board.ts'
import type { Line } from './line.ts'

/** A browser with the leaderboard open: the product's own script, with a network that can fail, and without a screen. */
export type Browser = {
  /** The board on screen; `undefined` until it is loaded. */
  board: () => Board | undefined
  /** Tells the page that the network is there or not. Some networks fail without anybody telling the page. */
  tellOnline: (isOnline: boolean) => void
}

export type BrowserUser = { token: string; user: Pick<OwnUser, '_id' | 'fullName'> }

type Page = { leaderboard: LiveBoard }

/** What the script uses of a browser, which each of its pages has for itself. */
const globals = [
  'window',
  'document',
  'navigator',
  'location',
  'localStorage',
  'addEventListener',
  'matchMedia',
  'fetch',
] as const
type Globals = Readonly<Record<(typeof globals)[number], unknown>>

/** Compiles the script once. The returned function runs it anew for each browser, with the variables of its modules. */
export function compilePage(script: string): (page: Globals) => Page {
  const run = compileFunction(`${script}; return page`, [...globals])
  // Safe: `buildPageScript` declares it.
  return (page) => run(...globals.map((name) => page[name])) as Page
}

export type BrowserOptions = {
  runPage: ReturnType<typeof compilePage>
  line: Line
  user: BrowserUser
  onChange: (board: Board) => void
}

/** Opens the leaderboard as a signed-in participant. */
export function openBrowser({ runPage, line, user, onChange }: BrowserOptions): Browser {
  const listeners: { name: string; listener: () => void }[] = []
  const addEventListener = (name: string, listener: () => void) => void listeners.push({ name, listener })
  const stored = new Map([
    ['token', user.token],
    ['user', JSON.stringify(user.user)],
    ['isAuthenticated', 'true'],
  ])
  const navigator = { onLine: true, product: 'Gecko', userAgent: '', language: 'en' }
  // Not an arrow function, because it is called with `new`.
  const WebSocket = function WebSocket(url: string) {
    return line.openSocket(url)
  }
  const { leaderboard } = runPage({
    window: { addEventListener, WebSocket, setTimeout, clearTimeout },
    document: { addEventListener, visibilityState: 'visible', documentElement: { lang: 'en', dataset: {} } },
    navigator,
    location: { protocol: 'http:', hostname: 'thirty.test', port: '', host: 'thirty.test' },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    addEventListener,
    matchMedia: () => ({ matches: false, addEventListener }),
    fetch: line.fetch,
  })
  const entry = leaderboard.at(defaultFilter)
  entry.subscribe(({ data }, { data: before }) => {
    if (data !== undefined && data !== before) onChange(data)
  })
  return {
    board: () => entry.getState().data,
    tellOnline: (isOnline) => {
      navigator.onLine = isOnline
      const event = isOnline ? 'online' : 'offline'
      for (const { name, listener } of listeners) if (name === event) listener()
    },
  }
}
