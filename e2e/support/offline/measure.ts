import type { Page } from '@playwright/test'

/** What a screen shows, by name: the texts of all elements of a selector. */
export type Shown = Record<string, readonly string[]>
export type Selectors = Record<string, string>

declare global {
  // Written in the page by `startMeasuring`.
  var measured: { backAt?: number; rightAt?: number } | undefined
}

/** Reads the texts of a screen: without repeated white space, of all elements of each selector. */
export const readScreen = (page: Page, selectors: Selectors): Promise<Shown> =>
  page.evaluate(
    (wanted) =>
      Object.fromEntries(
        Object.entries(wanted).map(([name, selector]) => [
          name,
          [...document.querySelectorAll(selector)].map((element) =>
            (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
          ),
        ]),
      ),
    selectors,
  )

/**
 * From the next event that says that the reader is back, compares the screen with `patterns` after each change. Each list of patterns must match the
 * elements of its selector one by one, and no further ones. Times are taken from events, because a changed clock of the page does not affect them.
 */
export async function startMeasuring(
  page: Page,
  selectors: Selectors,
  patterns: Record<string, readonly string[]>,
  backEvent: 'online' | 'visibilitychange' = 'online',
): Promise<void> {
  await page.evaluate(
    ([wanted, expected, eventName]) => {
      const measured: NonNullable<typeof globalThis.measured> = {}
      globalThis.measured = measured
      const isRight = () =>
        Object.entries(expected).every(([name, list]) => {
          const elements = [...document.querySelectorAll(wanted[name] ?? '')]
          return (
            elements.length === list.length &&
            elements.every((element, index) =>
              new RegExp(list[index] ?? '', 'u').test(
                (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
              ),
            )
          )
        })
      const now = () => new Event('now').timeStamp
      const check = () => {
        // The screen counts as right from the last moment on at which it became so.
        if (!isRight()) delete measured.rightAt
        else measured.rightAt ??= now()
      }
      addEventListener(eventName, ({ timeStamp }) => {
        measured.backAt = timeStamp
        check()
        new MutationObserver(check).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        })
      })
    },
    [selectors, patterns, backEvent] as const,
  )
}

/** Returns the milliseconds from the return until the screen stayed right; infinite while it is not. */
export const measuredMs = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { backAt, rightAt } = globalThis.measured ?? {}
    return backAt === undefined || rightAt === undefined ? Infinity : rightAt - backAt
  })

export const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
