import { afterAll, afterEach, beforeAll, beforeEach, onTestFinished } from 'vitest'

type Closable = { close: () => unknown }

/** Starts an app, or arranges something else, before the tests of a file, and closes it after them. */
export const appForFile = <App extends object>(start: () => Promise<App>) =>
  appBetween(start, beforeAll, afterAll)

/** Starts an app, or arranges something else, before each test of a file, and closes it after it. */
export const appForEach = <App extends object>(start: () => Promise<App>) =>
  appBetween(start, beforeEach, afterEach)

/** Starts an app for the test that runs, and closes it after the test. */
export async function appForTest<App extends Closable>(starting: Promise<App>): Promise<App> {
  const app = await starting
  onTestFinished(async () => void (await app.close()))
  return app
}

function appBetween<App extends object>(
  start: () => Promise<App>,
  before: (hook: () => Promise<void>) => void,
  after: (hook: () => unknown) => void,
): App {
  // Safe: tests run after the hook.
  const app = {} as App
  before(async () => void Object.defineProperties(app, Object.getOwnPropertyDescriptors(await start())))
  after(() => ('close' in app ? (app as Closable).close() : undefined))
  return app
}
