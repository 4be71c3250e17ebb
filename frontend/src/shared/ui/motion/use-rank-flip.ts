// Animates rows to their new positions when their order changes.

import { useLayoutEffect, useRef } from 'react'
import { prefersReducedMotion } from './reduced-motion.ts'
import css from './use-rank-flip.module.css'

/** When each phase of a rank change animation ends, in ms from its start. */
const flipTimings = { lifted: 160, arrived: 640, landed: 900, tinted: 2900 } as const

/** The position of a row relative to the list, and its size. All in px. */
export type RowPosition = { top: number; left: number; width: number; height: number }

/** The animation of one row. `isLifted` marks a row that rose; the others make room. */
type RowMove = { id: string; from: RowPosition; distance: number; isLifted: boolean }

type RankFlip = {
  /** The ids of the rows from top to bottom, as rendered now. */
  order: readonly string[]
  /** The ids of the rows to highlight; default: the rows that rose by the most ranks. */
  moved?: readonly string[] | undefined
}

/**
 * Put the ref on the list and `data-flip-id` on every row. CSS can style animated rows by `data-flight`, and highlighted rows by
 * `data-moved` until two seconds after the animation. With reduced motion, rows change their position at once and are only highlighted.
 * Rows must not have their own `transform`, because the animation uses it.
 */
export const useRankFlip = <E extends HTMLElement = HTMLDivElement>({ order, moved }: RankFlip) => {
  const list = useRef<E>(null)
  const shownOrder = useRef<readonly string[]>([])
  // Rows are measured only when their order changes, and here, before React moves them. Measuring after every render would make the
  // browser compute the layout each time.
  /* oxlint-disable react/refs -- reads the page as it is before this render is applied */
  const isMove = shownOrder.current.length > 0 && !sameOrder(shownOrder.current, order)
  const before = isMove && list.current ? positionsOf(rowsIn(list.current), list.current) : undefined
  /* oxlint-enable react/refs */

  useLayoutEffect(() => {
    const previousOrder = shownOrder.current
    shownOrder.current = order
    if (!list.current || !before) return
    const rows = rowsIn(list.current)
    const movedIds = new Set(moved ?? biggestRisers(previousOrder, order))
    for (const id of movedIds) highlight(rows.get(id))
    if (prefersReducedMotion()) return
    const listTop = list.current.getBoundingClientRect().top
    const moves = computeMoves(before, positionsOf(rows, list.current), movedIds, {
      top: -listTop,
      bottom: innerHeight - listTop,
    })
    for (const move of moves) animateMove(rows.get(move.id), move, list.current)
  })

  return list
}

/** Returns the ids of the rows that rose by the most ranks. */
export const biggestRisers = (previous: readonly string[], current: readonly string[]): string[] => {
  const previousIndexes = new Map(previous.map((id, index) => [id, index]))
  const rises = current.map((id, index) => ({ id, rise: (previousIndexes.get(id) ?? index) - index }))
  const biggestRise = rises.reduce((biggest, { rise }) => Math.max(biggest, rise), 0)
  return biggestRise === 0 ? [] : rises.filter(({ rise }) => rise === biggestRise).map(({ id }) => id)
}

const onScreen = ({ top, height }: RowPosition, viewport: { top: number; bottom: number }) =>
  top + height > viewport.top && top < viewport.bottom

/** Returns the rows to animate. A row that is off screen before and after the change is not animated. */
export const computeMoves = (
  previous: ReadonlyMap<string, RowPosition>,
  current: ReadonlyMap<string, RowPosition>,
  moved: ReadonlySet<string>,
  viewport: { top: number; bottom: number },
): RowMove[] =>
  [...current].flatMap(([id, to]) => {
    const from = previous.get(id)
    if (!from || from.top === to.top) return []
    if (!onScreen(from, viewport) && !onScreen(to, viewport)) return []
    return [{ id, from, distance: from.top - to.top, isLifted: moved.has(id) }]
  })

const sameOrder = (a: readonly string[], b: readonly string[]) =>
  a === b || (a.length === b.length && a.every((id, index) => id === b[index]))

const rowsIn = (list: HTMLElement) => {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-flip-id]')]
  return new Map(rows.map((row) => [row.dataset.flipId ?? '', row]))
}

/**
 * Returns the layout positions of rows, without the animation of an earlier change. They are relative to the list, so that scrolling
 * between two changes does not count as a move.
 */
const positionsOf = (rows: ReadonlyMap<string, HTMLElement>, list: HTMLElement): Map<string, RowPosition> => {
  const origin = list.getBoundingClientRect()
  return new Map(
    [...rows].map(([id, row]) => {
      const { top, left, width, height } = row.getBoundingClientRect()
      const isMoving = (row.getAnimations?.() ?? []).length > 0 && row.offsetParent === list.offsetParent
      const place = isMoving
        ? { top: row.offsetTop - list.offsetTop, left: row.offsetLeft - list.offsetLeft }
        : { top: top - origin.top, left: left - origin.left }
      return [id, { ...place, width, height }]
    }),
  )
}

const highlight = (row: HTMLElement | undefined) => {
  if (!row) return
  row.dataset.moved = ''
  setTimeout(() => delete row.dataset.moved, flipTimings.tinted)
}

/** Returns the keyframes of a row for the Web Animations API. Only `transform` changes. */
export const moveKeyframes = ({ distance, isLifted }: Pick<RowMove, 'distance' | 'isLifted'>): Keyframe[] => {
  const from = `translateY(${distance}px)`
  const scale = `scale(${isLifted ? 1.02 : 1})`
  const { lifted, arrived, landed } = flipTimings
  const [lift, travel] = ['cubic-bezier(.2, 0, 0, 1)', 'cubic-bezier(.2, .8, .2, 1)']
  return [
    { transform: from, offset: 0, easing: lift },
    { transform: `${from} ${scale}`, offset: lifted / landed, easing: travel },
    { transform: scale, offset: arrived / landed, easing: lift },
    { transform: 'none', offset: 1 },
  ]
}

const animateMove = (row: HTMLElement | undefined, move: RowMove, list: HTMLElement) => {
  if (!row?.animate) return
  const animation = row.animate(moveKeyframes(move), { duration: flipTimings.landed, fill: 'backwards' })
  if (!move.isLifted) return
  row.dataset.flight = ''
  row.classList.add(css.flight ?? '')
  const outline = outlineAt(move.from, list)
  outline.animate({ opacity: [1, 1, 0] }, flipTimings.arrived / 2).onfinish = () => outline.remove()
  const finish = () => {
    delete row.dataset.flight
    row.classList.remove(css.flight ?? '')
  }
  animation.onfinish = finish
  animation.oncancel = finish
}

/** Creates an outline at the position that the row has left, in the body because the list may be a table. */
const outlineAt = ({ top, left, width, height }: RowPosition, list: HTMLElement) => {
  const origin = list.getBoundingClientRect()
  const outline = document.createElement('div')
  outline.className = css.gap ?? ''
  outline.ariaHidden = 'true'
  Object.assign(outline.style, {
    top: `${origin.top + scrollY + top}px`,
    left: `${origin.left + scrollX + left}px`,
    width: `${width}px`,
    height: `${height}px`,
  })
  document.body.append(outline)
  return outline
}
