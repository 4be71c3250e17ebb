import type { Page } from '@playwright/test'

/** Returns the links and buttons that are lower than 44 px. Links inside a sentence may be. */
export const lowTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, summary')]
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        const { display, visibility, clipPath } = getComputedStyle(element)
        if (width < 2 || height < 2 || display === 'inline' || visibility === 'hidden' || clipPath !== 'none')
          return false
        const enlarged = ['::before', '::after'].map((part) => {
          const style = getComputedStyle(element, part)
          return style.position === 'absolute' ? Number.parseFloat(style.height) || 0 : 0
        })
        return Math.max(height, ...enlarged) < 43.5
      })
      .map((element) => element.ariaLabel ?? element.textContent),
  )

/** Returns by how many px the content is wider than the window. */
export const overflowingWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
