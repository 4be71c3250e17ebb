import { LazyChartCard } from '../lazy-chart-card.tsx'
import { t } from '../messages/t.ts'

const loadChart = async () => (await import('./review-charts-of-board.tsx')).ReviewChartsOfBoard

/** Review backlog and waiting time over the last thirty days, and ratings per reviewer. */
export const ReviewCard = () => (
  <LazyChartCard title={t('reviewWork')} failedText={t('reviewsFailed')} loadChart={loadChart} />
)
