// What charts have in common: the width of their container, their picture, one tab stop for all its parts, and their data as a table.

import { useCallback, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { t } from '../i18n/t.ts'
import css from './chart-parts.module.css'

/**
 * Returns a ref callback for a container and its width in px; `initialWidth` until the container has a layout. The observer reports the
 * width after the browser's own layout and before the paint. Reading it earlier would compute the layout twice.
 */
export const useElementWidth = (initialWidth: number) => {
  const [width, setWidth] = useState(initialWidth)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) flushSync(() => setWidth(element.clientWidth))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

/** The picture of a chart: one image with a label, or a group of parts that arrow keys reach, if it has `onKeyDown`. */
export const ChartPicture = ({ label, ...svg }: ComponentProps<'svg'> & { label: string }) => (
  <svg role={svg.onKeyDown ? 'group' : 'img'} aria-label={label} data-picture {...svg} />
)

const steps: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

const indexAfterKey = (key: string, index: number, count: number): number | undefined => {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, index + step))
}

/**
 * Spread `stopProps(index)` on each part and put `onKeyDown` on an element around them: arrow keys, Home and End move the focus between
 * the parts.
 */
export const useRovingTabIndex = (count: number, initialIndex: number) => {
  const [focusedIndex, setFocusedIndex] = useState(initialIndex)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, focusedIndex, count)
    if (next === undefined) return
    event.preventDefault()
    setFocusedIndex(next)
    event.currentTarget.querySelectorAll<SVGElement>('[data-stop]')[next]?.focus()
  }
  return {
    onKeyDown,
    stopProps: (index: number) => ({
      'data-stop': '',
      tabIndex: index === focusedIndex ? 0 : -1,
      onFocus: () => setFocusedIndex(index),
    }),
  }
}

type ViewAsTableProps = {
  /** The caption of the table, such as the summary of the chart. */
  caption: string
  head: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

export const ViewAsTable = ({ caption, head, rows }: ViewAsTableProps) => (
  <details className={css.details}>
    <summary className={css.summary}>{t('charts.viewAsTable')}</summary>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
    <div className={css.scroll} tabIndex={0}>
      <table className={css.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], rowIndex) => (
            <tr key={rowIndex}>
              <th scope="row">{name}</th>
              {cells.map((cell, cellIndex) => (
                <td key={cellIndex}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
