// The brief and tasks of the current day or of the day in the URL, the past days, and the user's statistics.

import { challengeBrief } from '@thirty/contracts/briefs/challenge-briefs.ts'
import { useSearchParams, usePageTitle } from '../../shared/navigation/router.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Tabs, TabPanel } from '../../shared/ui/controls/tabs.tsx'
import { ParticipantPage } from '../../shared/ui/page/participant-page.tsx'
import { ownDays } from './own-days.ts'
import { ImportedNotice } from '../../shared/challenge/imported-notice.tsx'
import { PastTab } from './past-tab.tsx'
import { StatsTab } from './stats-tab.tsx'
import { TodayTab } from './today/today-tab.tsx'
import { t } from '../../shared/i18n/t.ts'

const tabIds = ['today', 'past', 'stats'] as const

export const DailyChallengeScreen = () => {
  const [query, setQuery] = useSearchParams()
  const { day: today, totalDays, started, ended, isLoaded } = useCurrentDay()
  const view = useLiveData(ownDays)
  const requestedDay = Number(query.get('day'))
  const isDay = Number.isInteger(requestedDay) && requestedDay >= 1 && requestedDay <= totalDays
  const tab = tabIds.find((id) => id === query.get('tab')) ?? 'today'
  const dayTitle = isDay
    ? t('dailyChallenge.dayNamed', { day: requestedDay, title: challengeBrief(requestedDay).title })
    : undefined
  usePageTitle(
    { today: dayTitle, past: t('dailyChallenge.pastChallenges'), stats: t('dailyChallenge.yourStats') }[tab],
  )
  const currentDay = isLoaded ? today : undefined
  const pastCount = isLoaded ? (ended ? totalDays : started ? today - 1 : 0) : undefined
  return (
    <ParticipantPage title={t('common.dailyChallenge')}>
      <Tabs
        label={t('common.dailyChallenge')}
        value={tab}
        onValueChange={(next) => setQuery(next === 'today' ? {} : { tab: next })}
        tabs={[
          { value: 'today', label: t('dailyChallenge.todaysChallenge') },
          {
            value: 'past',
            label: t('dailyChallenge.pastTab'),
            ...(pastCount !== undefined && { count: pastCount }),
          },
          { value: 'stats', label: t('dailyChallenge.yourStats') },
        ]}
      >
        <TabPanel value="today">
          <TodayTab day={isDay ? requestedDay : currentDay} view={view} />
        </TabPanel>
        <TabPanel value="past">
          <ImportedNotice />
          <PastTab count={pastCount} view={view} />
        </TabPanel>
        <TabPanel value="stats">
          <StatsTab view={view} />
        </TabPanel>
      </Tabs>
    </ParticipantPage>
  )
}
