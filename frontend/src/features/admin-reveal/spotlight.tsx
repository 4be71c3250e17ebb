// The participant who was revealed last, in letters for the last row of a hall.

import type { NameOf } from '../../shared/people/people.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { placesMoved, type FinalStanding } from './ceremony.ts'
import { PointsChange } from './points-change.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './spotlight.module.css'

type SpotlightProps = {
  /** The participant whom the last step revealed; undefined before the first stop. */
  revealed: FinalStanding | undefined
  /** The participant whom the next step reveals; undefined if it reveals several. */
  next: FinalStanding | undefined
  nameOf: NameOf
}

export const Spotlight = ({ revealed, next, nameOf }: SpotlightProps) => (
  <div
    className={css.spotlight}
    data-first={revealed?.after.rank === 1 || undefined}
    aria-live="polite"
    aria-atomic="true"
  >
    {revealed ? (
      <>
        <p className={css.rank}>{t('adminReveal.place', { place: revealed.after.rank })}</p>
        <div className={css.person}>
          <Avatar id={revealed.id} name={revealed.name} image={revealed.avatar} size={84} />
          <p className={css.name} dir="auto">
            {nameOf(revealed)}
          </p>
        </div>
        <p className={css.points}>
          <PointsChange standing={revealed} />
        </p>
        <p className={css.moved}>{formatMove(revealed)}</p>
      </>
    ) : (
      <p className={css.name}>
        {next ? t('adminReveal.nextUp', { place: next.after.rank }) : t('adminReveal.asEverybodyKnows')}
      </p>
    )}
  </div>
)

function formatMove(standing: FinalStanding): string {
  const places = placesMoved(standing)
  if (places === undefined) return t('adminReveal.newcomer')
  if (places === 0) return t('adminReveal.samePlace')
  return places > 0
    ? t('adminReveal.placesUp', { count: places })
    : t('adminReveal.placesDown', { count: -places })
}
