// The leaderboard beside the standings by normalised averages.

import type { NormalisedStanding } from '@thirty/contracts/judging/api.ts'
import { paths } from '../../../shared/navigation/paths.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import { formatScore } from '../../../shared/format/format-score.ts'
import { ButtonLink } from '../../../shared/ui/controls/button-link.tsx'
import { Badge } from '../../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../../shared/ui/display/card.tsx'
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx'
import { Loaded } from '../../../shared/live/loaded.tsx'
import { useLiveData } from '../../../shared/live/live-data.ts'
import { normalisedStandings } from '../judging-data.ts'
import { JudgingTable, type JudgingColumn } from '../judging-table.tsx'
import { ShowAll } from '../../../shared/ui/display/show-all.tsx'
import { People, PersonName } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import css from '../judging-screen.module.css'

export const StandingsCard = () => (
  <SectionCard id="judging-standings" title={t('adminJudging.standings')} className={css.card}>
    <Standings />
    <div>
      <ButtonLink to={`${paths.admin.whatIf}?normalise=on`} size="small">
        {t('adminJudging.tryInWhatIf')}
      </ButtonLink>
    </div>
  </SectionCard>
)

const Standings = () => (
  <Loaded
    view={useLiveData(normalisedStandings)}
    loading={<Skeleton shape="block" height="216px" />}
    failed={t('common.standingsFailed')}
    empty={<p className={css.text}>{t('adminJudging.standingsNone')}</p>}
    heading="h3"
    compact
    retryLabel={t('common.retry')}
  >
    {({ standings, moved, compared }) => (
      <People of={standings.map(({ participant }) => participant)}>
        <p>{t('adminJudging.moved', { moved, compared })}</p>
        <ShowAll items={standings} first={20}>
          {(shown) => (
            <JudgingTable
              caption={t('adminJudging.standings')}
              columns={columns}
              rows={shown}
              rowKey={({ participant }) => participant._id}
            />
          )}
        </ShowAll>
      </People>
    )}
  </Loaded>
)

const Change = ({ rank, normalisedRank }: NormalisedStanding) => {
  if (rank === normalisedRank) return <span className={css.quiet}>{t('common.samePlace')}</span>
  const isUp = normalisedRank < rank
  return (
    <Badge tone={isUp ? 'success' : 'warning'}>
      {isUp
        ? t('adminJudging.placesUp', { count: rank - normalisedRank })
        : t('adminJudging.placesDown', { count: normalisedRank - rank })}
    </Badge>
  )
}

const columns: readonly JudgingColumn<NormalisedStanding>[] = [
  {
    header: t('adminJudging.participant'),
    cell: ({ participant }) => (
      <span dir="auto">
        <PersonName person={participant} />
      </span>
    ),
  },
  { header: t('common.now'), isNumber: true, cell: ({ rank }) => formatNumber(rank) },
  {
    header: t('adminJudging.rankNormalised'),
    isNumber: true,
    cell: ({ normalisedRank }) => formatNumber(normalisedRank),
  },
  { header: t('common.points'), isNumber: true, cell: ({ points }) => formatScore(points) },
  {
    header: t('adminJudging.pointsNormalised'),
    isNumber: true,
    cell: ({ normalisedPoints }) => formatScore(normalisedPoints),
  },
  { header: t('common.change'), cell: (standing) => <Change {...standing} /> },
]
