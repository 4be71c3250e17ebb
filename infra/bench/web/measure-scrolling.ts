import { chromium, type Page } from '@playwright/test'
import { findChromium, flagsForPlaywright } from '../../setup/prepare/programs.mjs'
import { median } from '../benchmark.ts'
import type { StoredEntries } from './measure-page.ts'

/** Times between frames in milliseconds while a page scrolls. `overBudget` is a share from 0 to 1. */
export type ScrollReport = { p99Ms: number; longestMs: number; overBudget: number; longestTaskMs: number }

export type ScrollOptions = {
  stored?: StoredEntries
  /** Resolves when the list is complete. */
  ready: (page: Page) => Promise<unknown>
  /** Pixels to scroll from each place. */
  distance: number
  /** Changes the list before it scrolls. The page holds the change back, because the pointer is inside. */
  change?: (part: number) => Promise<unknown>
}

/** A frame that takes longer than this was late by one or more at 60 frames a second. */
const budgetMs = 25
/** Pixels per second; as fast as a finger flicks through a long list. */
const speed = 4_000

/**
 * Scrolls a page in a window of 1440 × 900 px like a finger does, from its beginning and from its middle, and measures the frames.
 * The pointer rests on the list.
 */
export async function measureScrolling(
  url: string,
  { stored = {}, ready, distance, change = async () => undefined }: ScrollOptions,
): Promise<ScrollReport> {
  await using browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: flagsForPlaywright,
  })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await page.goto(new URL('/healthz', url).href)
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
  await page.goto(url)
  await ready(page)
  await page.mouse.move(600, 500)
  const session = await page.context().newCDPSession(page)
  const reports: ScrollReport[] = []
  for (const start of [0, 0.5]) {
    await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), start)
    await change(start)
    await page.waitForTimeout(1_000)
    const stop = await page.evaluateHandle(recordFrames)
    await session.send('Input.synthesizeScrollGesture', {
      x: 600,
      y: 500,
      yDistance: -distance,
      speed,
      gestureSourceType: 'touch',
    })
    reports.push(toReport(await stop.evaluate((end) => end())))
  }
  return {
    p99Ms: Math.max(...reports.map(({ p99Ms }) => p99Ms)),
    longestMs: Math.max(...reports.map(({ longestMs }) => longestMs)),
    overBudget: median(reports.map(({ overBudget }) => overBudget)),
    longestTaskMs: Math.max(...reports.map(({ longestTaskMs }) => longestTaskMs)),
  }
}

type Frames = { frames: number[]; tasks: number[] }

/** Runs in the page. Returns a function that ends the recording. */
function recordFrames(): () => Frames {
  const [frames, tasks]: [number[], number[]] = [[], []]
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  })
  observer.observe({ type: 'longtask' })
  let [last, isRecording] = [performance.now(), true]
  const next = (now: number) => {
    frames.push(now - last)
    last = now
    if (isRecording) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  return () => {
    isRecording = false
    observer.disconnect()
    return { frames, tasks }
  }
}

function toReport({ frames, tasks }: Frames): ScrollReport {
  const sorted = frames.toSorted((a, b) => a - b)
  return {
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    longestMs: sorted.at(-1) ?? Number.NaN,
    overBudget: frames.filter((frame) => frame > budgetMs).length / frames.length,
    longestTaskMs: Math.max(0, ...tasks),
  }
}
