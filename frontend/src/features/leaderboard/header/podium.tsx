// The top three in the shape of the logo. DOM order is first, second, third; visual order is second, first, third.

import type { BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import { useEffect, useRef, type RefObject } from 'react'
import { Crown, Medal } from 'lucide-react'
import { Avatar, formatFirstName, People, useNameOf, PersonLink } from '../../../shared/people/people.tsx'
import { FullText } from '../../../shared/ui/controls/tooltip.tsx'
import { prefersReducedMotion } from '../../../shared/ui/motion/reduced-motion.ts'
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx'
import { t, formatPoints } from '../../../shared/i18n/t.ts'
import { useWideLayout } from '../../../shared/ui/use-wide-layout.tsx'
import css from './podium.module.css'

const rankNames = [t('common.first'), t('rankCharts.second'), t('rankCharts.third')] as const

type PodiumProps = {
  /** Of ranks 1 to 3; missing while a rank is not taken. Undefined if they are not known. */
  rows: readonly BoardRow[] | undefined
  /** The user's own id, to mark them if they are among the three. */
  you: string | undefined
}

export const Podium = ({ rows, you }: PodiumProps) => {
  const wide = useWideLayout()
  // On a phone only the first name fits below the avatar.
  const shorten = (row: BoardRow) => (wide ? row : { ...row, name: formatFirstName(row) })
  return (
    <People of={rows?.flatMap((row) => [row, shorten(row)]) ?? []}>
      <ol className={css.podium} aria-label={t('common.podium')} data-field>
        {rankNames.map((rankName, index) => {
          const row = rows && (rows[index] ?? null)
          return (
            <li key={rankName} className={css.place} data-place={index + 1}>
              <Slab {...{ row, rankName, you, shorten }} rank={index + 1} />
            </li>
          )
        })}
      </ol>
    </People>
  )
}

type SlabProps = Pick<PodiumProps, 'you'> & {
  /** Null while the rank is not taken; undefined while that is not known. */
  row: BoardRow | null | undefined
  /** Returns the row with the name that fits. */
  shorten: (row: BoardRow) => BoardRow
  rank: number
  rankName: string
}

const Slab = ({ row, shorten, rank, rankName, you }: SlabProps) => {
  const slabRef = useRef<HTMLDivElement>(null)
  const nameOf = useNameOf()
  useGrowthOnChange(slabRef, row?.id)
  const shown = row && shorten(row)
  const shortName = shown ? nameOf(shown) : ''
  const name = row?.id === you ? t('rankCharts.nameAndYou', { name: shortName }) : shortName
  const [RankIcon, iconSize] = rank === 1 ? ([Crown, 28] as const) : ([Medal, 24] as const)
  return (
    <>
      <div className={css.head} data-unknown={row === undefined || undefined}>
        {row && (
          <>
            <RankIcon className={css.rankIcon} size={iconSize} strokeWidth={1.9} />
            <PersonLink userId={row.id} className={css.person}>
              <span className={css.avatar}>
                <Avatar id={row.id} name={row.name} image={row.avatar} size={52} />
              </span>
              <VisuallyHidden>{t('rankCharts.placeOf', { place: rankName })}</VisuallyHidden>
              <FullText className={css.name} dir="auto" text={shown === row ? name : nameOf(row)}>
                {name}
              </FullText>
            </PersonLink>
          </>
        )}
        {row === null && <span className={css.open}>{t('rankCharts.open')}</span>}
        {row === undefined && (
          // An empty space of the height of a taken place.
          <>
            <Medal className={css.rankIcon} size={iconSize} />
            <span className={css.avatar}>
              <span className={css.unknownAvatar} />
            </span>
            <span className={css.name}>{'\u00a0'}</span>
          </>
        )}
      </div>
      <div ref={slabRef} className={row ? css.slab : `${css.slab} ${css.missing}`}>
        <span className={css.rank} aria-hidden="true">
          {rank}
        </span>
        {row && (
          <span className={css.points}>
            {t('rankCharts.points', { points: formatPoints(row.totalPoints) })}
          </span>
        )}
      </div>
    </>
  )
}

/** Animates the slab when another participant takes its rank; not on the first render. */
const useGrowthOnChange = (slabRef: RefObject<HTMLElement | null>, participantId: string | undefined) => {
  const previousId = useRef(participantId)
  useEffect(() => {
    if (previousId.current === participantId) return
    previousId.current = participantId
    if (prefersReducedMotion()) return
    slabRef.current?.animate([{ transform: 'scaleY(0.55)' }, { transform: 'none' }], {
      duration: 480,
      easing: 'cubic-bezier(.2, .8, .2, 1)',
    })
  }, [slabRef, participantId])
}
