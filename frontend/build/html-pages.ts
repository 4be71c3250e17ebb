// Which HTML pages the build writes for the screens, made from their rows in `shared/navigation/screens.ts` and the modules in
// `app/screen-loaders.ts`. `write-pages.ts` writes them.

import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Area, Screens } from '../src/shared/navigation/screens.ts'

/** A page address and what its first paint needs. */
export type Page = {
  /** A `*` stands for one segment of the path. */
  path: string
  /** The query string without "?" with which the prerendered page is right; `*` stands for every one. */
  query: '' | '*' | (string & {})
  /** Name of the file in the build. */
  file: string
  /** The modules that the routes of the address load, below `src`. */
  screens: readonly string[]
  /** Who sees the prerendered page; another reader gets a page that the script makes. Missing: it is not prerendered. */
  audience?: 'everyone' | 'visitors' | 'participants' | 'admins'
  /** The texts of its head, if it has its own: what browsers and search engines show of the page. */
  head?: 'landing' | 'logIn' | 'signUp'
}

const participantShell = 'app/participant-shell/participant-shell.tsx'
const adminShell = 'features/admin-shell/admin-shell.tsx'

/** Who sees the prerendered screens of an area, and the frame that they have there. */
const areas = {
  everybody: { audience: 'everyone', frame: [] },
  public: { audience: 'everyone', frame: [] },
  visitors: { audience: 'visitors', frame: [] },
  members: { audience: 'participants', frame: [participantShell] },
  participants: { audience: 'participants', frame: [participantShell] },
  // Without data: the server decides what an admin may see.
  admins: { audience: 'admins', frame: [adminShell] },
  stage: { audience: 'admins', frame: [] },
} as const satisfies Record<Area, object>

const heads: Readonly<Record<string, Page['head']>> = {
  '/': 'landing',
  '/login': 'logIn',
  '/signup': 'signUp',
}

/**
 * Returns the pages that load faster than by the script alone. Pages with an audience are prerendered: visitors can read them before
 * any script runs, and participants and admins see their navigation and the outline of the screen. The others name the files of
 * their screens, so that the browser loads these together with the script.
 */
export function htmlPagesOf(screens: Screens, adminScreens: Screens): Page[] {
  const pages = [...pagesIn('loaders', screens, ''), ...pagesIn('adminLoaders', adminScreens, 'admin-')]
  const signUp = pages.filter(({ path, query }) => path === '/signup' && query === '')
  return [
    ...pages,
    ...signUp.map((page) => ({ ...page, path: '/login', query: 'signup=true', file: 'log-in-sign-up.html' })),
  ]
}

function pagesIn(loaders: string, table: Screens, prefix: string): Page[] {
  const modules = readModules(loaders)
  return Object.entries(table).flatMap(([id, screen]): Page[] => {
    if (screen.page === undefined) return []
    const module = modules.get(id)
    if (module === undefined) throw new Error(`${loaders} does not say which file has the screen ${id}.`)
    const { audience, frame } = areas[screen.area]
    const name = prefix + id
    const files = {
      path: screen.path.replaceAll(/:\w+/g, '*'),
      query: '*',
      file: `${name}.html`,
      screens: [...frame, module],
    }
    const head = heads[screen.path]
    const prerendered = { ...files, audience, ...(head && { head }) }
    if (screen.page === 'files-only') return [files]
    if (screen.page === 'for-every-query') return [prerendered]
    return [
      { ...prerendered, query: '' },
      { ...files, file: `${name}-with-query.html` },
    ]
  })
}

/** Returns the files of the screens, below `src`, as their loaders import them. */
function readModules(loaders: string): Map<string, string> {
  const code = readFileSync(join(import.meta.dirname, '../src/app/screen-loaders.ts'), 'utf8')
  const [, table = ''] = code.split(`export const ${loaders}:`)
  const [entries = ''] = table.split('\n}')
  return new Map(
    [...entries.matchAll(/(\w+): async \(\) =>\s+\(await import\('([^']+)'\)\)/g)].map(
      ([, id = '', path = '']) => [id, posix.join('app', path)],
    ),
  )
}
