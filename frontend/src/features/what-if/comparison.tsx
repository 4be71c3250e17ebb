// The comparison of the scoring in force and another one that an admin tries out, which the URL contains: the card with both leaderboards side
// by side (figures, podium, the top after, and the largest moves), and its live data.

import type { WhatIfResponse, WhatIfRow } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { useId, useState } from 'react'
import type { WeightName } from '@thirty/contracts/leaderboard/scoring.ts'
import { distinctNames, Avatar } from '../../shared/people/people.tsx'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { SectionCard, DescriptionList } from '../../shared/ui/display/surfaces.tsx'
import { RankChange } from '../../shared/ui/display/marks.tsx'
import { ShowAll } from '../../shared/ui/display/show-all.tsx'
import { EmptyState } from '../../shared/ui/feedback/states.tsx'
import { t, formatPoints, formatNumber } from '../../shared/i18n/t.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloadsOn, useLast, useLiveData } from '../../shared/live/live-data.ts'
import { useSearchParams } from '../../shared/navigation/router.ts'
import { useAfter } from '../../shared/ui/use-after.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './what-if-screen.module.css'

export const ComparisonCard = ({ comparison }: { comparison: WhatIfResponse }) => {
  const { now, after, moved, other, top } = comparison
  if (now.participants + after.participants === 0) return <EmptyState inCard title={t('whatIf.nobody')} />
  return (
    <SectionCard
      title={movedSentence(comparison)}
      padding="medium"
      className={layout.stack16}
      aria-label={t('whatIf.comparison')}
    >
      {moved.total > 0 && <p className={css.quiet}>{t('whatIf.upAndDown', moved)}</p>}
      {other.isSame && <p className={css.quiet}>{t('whatIf.sameAsNow')}</p>}
      <DescriptionList
        className={css.figures}
        entries={[
          [
            t('common.averagePoints'),
            figure(formatPoints(after.averagePoints), formatPoints(now.averagePoints)),
          ],
          [t('whatIf.ranked'), figure(formatNumber(after.participants), formatNumber(now.participants))],
        ]}
      />
      <Podium comparison={comparison} />
      {moved.total > 0 && (
        <Rows
          title={
            moved.first.length < moved.total
              ? t('whatIf.shownMoves', { shown: moved.first.length, total: moved.total })
              : t('whatIf.largestMoves')
          }
          rows={moved.first}
        />
      )}
      <Rows title={t('whatIf.top')} rows={top} />
    </SectionCard>
  )
}

export const movedSentence = ({ moved, other }: WhatIfResponse): string => {
  if (other.isSame) return t('whatIf.comparison')
  return moved.total === 0 ? t('whatIf.nobodyMoves') : t('whatIf.peopleMove', { count: moved.total })
}

/** Whether other people, or the same in another order, are on the podium. */
export const changesPodium = ({ podium }: WhatIfResponse): boolean =>
  podium.now.map(({ id }) => id).join(' ') !== podium.after.map(({ id }) => id).join(' ')

/** A figure with the tried scoring, and the one of now if it is another. */
const figure = (after: string, now: string) => (
  <>
    <strong>{after}</strong>{' '}
    {after !== now && <span className={css.quiet}>{t('whatIf.wasNow', { now })}</span>}
  </>
)

const Podium = ({ comparison }: { comparison: WhatIfResponse }) => {
  const { podium } = comparison
  const isChanged = changesPodium(comparison)
  return (
    <section className={css.part}>
      <h3>{t('common.podium')}</h3>
      {!isChanged && <p className={css.quiet}>{t('whatIf.podiumStays')}</p>}
      <div className={css.podiums}>
        {isChanged && <PodiumList label={t('common.now')} rows={podium.now} points="pointsNow" />}
        <PodiumList
          label={t(isChanged ? 'common.after' : 'common.now')}
          rows={podium.after}
          points="pointsAfter"
        />
      </div>
    </section>
  )
}

type PodiumListProps = { label: string; rows: readonly WhatIfRow[]; points: 'pointsNow' | 'pointsAfter' }

const PodiumList = ({ label, rows, points }: PodiumListProps) => {
  const nameOf = distinctNames(rows)
  return (
    <div>
      <p className={css.label}>{label}</p>
      <ol className={layout.stack8} aria-label={label}>
        {rows.map((row) => (
          <li key={row.id} className={css.person}>
            <Avatar id={row.id} name={row.name} image={row.avatar} size={26} />
            <span dir="auto" className={css.name}>
              {nameOf(row)}
            </span>
            <span>{pointsText(row[points])}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

const rankText = (rank: number | null): string => (rank === null ? '–' : formatNumber(rank))
const pointsText = (points: number | null): string => (points === null ? '–' : formatPoints(points))

/** On a phone, each row is two lines; the head is for screen readers then. */
const Rows = ({ title, rows }: { title: string; rows: readonly WhatIfRow[] }) => {
  const id = useId()
  const nameOf = distinctNames(rows)
  return (
    <section className={css.part}>
      <h3 id={id}>{title}</h3>
      <ShowAll items={rows} first={10}>
        {(shown) => (
          <table className={css.rows} aria-labelledby={id}>
            <thead className={css.head}>
              <tr>
                <th scope="col">{t('common.participant')}</th>
                <th scope="col">{t('common.rankNow')}</th>
                <th scope="col">{t('common.rankAfter')}</th>
                <th scope="col">{t('whatIf.move')}</th>
                <th scope="col">{t('common.pointsNow')}</th>
                <th scope="col">{t('common.pointsAfter')}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <tr key={row.id}>
                  <th scope="row">
                    <FullText dir="auto" text={nameOf(row)} />
                  </th>
                  <td data-label={t('common.rankNow')}>{rankText(row.rankNow)}</td>
                  <td data-label={t('common.rankAfter')}>{rankText(row.rankAfter)}</td>
                  <td data-label={t('whatIf.move')}>
                    <Move row={row} />
                  </td>
                  <td data-label={t('common.pointsNow')}>{pointsText(row.pointsNow)}</td>
                  <td data-label={t('common.pointsAfter')}>{pointsText(row.pointsAfter)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </ShowAll>
    </section>
  )
}

const Move = ({ row: { rankNow, rankAfter } }: { row: WhatIfRow }) => {
  if (rankAfter === null) return <span className={css.quiet}>{t('common.notRanked')}</span>
  if (rankNow === null) return <span className={css.quiet}>{t('whatIf.newlyRanked')}</span>
  return <RankChange change={rankNow - rankAfter} />
}

/** A scoring that an admin tries out. Missing fields are as in the current scoring. `excluded` has ids, separated by commas. */
export type ScoringDraft = Partial<Record<WeightName, number>> & {
  normalise?: 'on' | 'off'
  excluded?: string
}

const weightIn = (text: string) => (Number.isFinite(Number(text)) ? Number(text) : undefined)

/** The fields of a draft. Each function returns the value that a text of the URL stands for; undefined for other texts. */
const fields = {
  projects: weightIn,
  quality: weightIn,
  streak: weightIn,
  normalise: (text: string) => (text === 'on' || text === 'off' ? text : undefined),
  excluded: (text: string) => text,
}

/** Returns the draft in the URL, where it survives a reload and can be shared, and a function that changes it, or ends it. */
export function useScoringDraft(): [ScoringDraft, (change?: ScoringDraft) => void] {
  const [parameters, setParameters] = useSearchParams()
  const draft: ScoringDraft = Object.fromEntries(
    Object.entries(fields).flatMap(([name, valueIn]) => {
      const value = valueIn(parameters.get(name) ?? '')
      return parameters.has(name) && value !== undefined ? [[name, value]] : []
    }),
  )
  const change = (values?: ScoringDraft) => {
    const next = Object.entries(values ? { ...draft, ...values } : {})
    const texts = next.map(([name, value]): [string, string] => [name, String(value)])
    // Rendered at once, so that the next press on a slider begins with this draft.
    setParameters(texts, { replace: true, flushSync: true })
  }
  return [draft, change]
}

const comparisons = liveData<WhatIfResponse, ScoringDraft>({
  load: (query, signal) => request('GET', '/api/admin/what-if', { query, signal }),
  messages: reloadsOn('leaderboard.changed', 'challenge.changed'),
  // Few admins compare at a time.
  reloadDelayMs: 1_000,
  isAlwaysFresh: true,
  failedText: t('whatIf.tryLater'),
})

/** Compares a draft with the scoring in force, again whenever the leaderboard or the challenge changes. */
export function useComparison(draft: ScoringDraft) {
  const view = useLiveData(comparisons, useRested(draft))
  const last = useLast(view.data)
  return {
    /** Has the last comparison until the comparison with the draft on screen is there. */
    view:
      view.data === undefined && last !== undefined ? { ...view, state: 'ready' as const, data: last } : view,
    /** Whether it compares with the draft on screen, and is up to date. */
    isCurrent: view.data !== undefined && view.staleSince === undefined,
    /** Why the comparison of the draft on screen failed, so that another one is shown. */
    failure: view.state === 'failed' ? view.message : undefined,
  }
}

/** Returns a value once it has not changed for 150 ms: a moved slider rests before the request. */
function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useAfter(150, () => setRested(value), JSON.stringify(value))
  return rested
}
