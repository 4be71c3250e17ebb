// The top three in the shape of the logo. DOM order is first, second, third; visual order is second, first, third.

import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { Crown, Medal } from 'lucide-react'
import { People, useNameOf, PersonLink } from '../../people/people.tsx'
import { FullText } from '../../ui/controls/tooltip.tsx'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { prefersReducedMotion } from '../../ui/motion/reduced-motion.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { t, formatPoints } from '../../i18n/t.ts'
import css from './podium.module.css'

/** `shortName` is shown under the avatar where the full name does not fit. */
type PodiumPlace = {
  id: string
  name: string
  /** Tells people with one name apart. */
  username?: string | null | undefined
  shortName?: string | undefined
  image?: string | null | undefined
  points: number
  /** Whether the place leads to the public profile. */
  linked?: boolean
}

type PodiumProps = {
  /** First, second, third; `null` or missing while the rank is not taken. Undefined if the places are not known. */
  places: readonly (PodiumPlace | null | undefined)[] | undefined
  /** The user's own id, to mark them if they are among the three. */
  you?: string | undefined
}

const ranks = [t('common.first'), t('rankCharts.second'), t('rankCharts.third')] as const

export const Podium = ({ places, you }: PodiumProps) => (
  <People of={(places ?? []).flatMap((place) => (place ? [place, shortened(place)] : []))}>
    <ol className={css.podium} aria-label={t('common.podium')} data-field>
      {ranks.map((rankName, index) => (
        <li key={rankName} className={css.place} data-place={index + 1}>
          <Slab place={places && (places[index] ?? null)} rank={index + 1} rankName={rankName} you={you} />
        </li>
      ))}
    </ol>
  </People>
)

const shortened = (place: PodiumPlace): PodiumPlace => ({ ...place, name: place.shortName ?? place.name })

type SlabProps = Pick<PodiumProps, 'you'> & {
  place: PodiumPlace | null | undefined
  rank: number
  rankName: string
}

const Slab = ({ place, rank, rankName, you }: SlabProps) => {
  const slabRef = useRef<HTMLDivElement>(null)
  const nameOf = useNameOf()
  useGrowthOnChange(slabRef, place?.id)
  const shortName = place ? nameOf(shortened(place)) : ''
  const name = place?.id === you ? t('rankCharts.nameAndYou', { name: shortName }) : shortName
  const [RankIcon, iconSize] = rank === 1 ? ([Crown, 28] as const) : ([Medal, 24] as const)
  return (
    <>
      <div className={css.head} data-unknown={place === undefined || undefined}>
        {place ? (
          <>
            <RankIcon className={css.rankIcon} size={iconSize} strokeWidth={1.9} />
            <Person place={place}>
              <span className={css.avatar}>
                <Avatar id={place.id} name={place.name} image={place.image} size={52} />
              </span>
              <VisuallyHidden>{t('rankCharts.placeOf', { place: rankName })}</VisuallyHidden>
              <FullText className={css.name} dir="auto" text={place.shortName ? nameOf(place) : name}>
                {name}
              </FullText>
            </Person>
          </>
        ) : (
          <NoPlace isKnown={place === null} size={iconSize} />
        )}
      </div>
      <div ref={slabRef} className={place ? css.slab : `${css.slab} ${css.missing}`}>
        <span className={css.rank} aria-hidden="true">
          {rank}
        </span>
        {place && (
          <span className={css.points}>{t('rankCharts.points', { points: formatPoints(place.points) })}</span>
        )}
      </div>
    </>
  )
}

const Person = ({ place, children }: { place: PodiumPlace; children: ReactNode }) =>
  place.linked ? (
    <PersonLink userId={place.id} className={css.person}>
      {children}
    </PersonLink>
  ) : (
    <span className={css.person}>{children}</span>
  )

/** A place that is not taken; while the places are unknown, an empty space of the same height as a taken one. */
const NoPlace = ({ isKnown, size }: { isKnown: boolean; size: number }) => {
  if (isKnown) return <span className={css.open}>{t('rankCharts.open')}</span>
  return (
    <>
      <Medal className={css.rankIcon} size={size} />
      <span className={css.avatar}>
        <span className={css.unknownAvatar} />
      </span>
      <span className={css.name}>{'\u00a0'}</span>
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
