import { useEffect } from 'react'
import { StandingsCard } from './standings-card.tsx'
import { ProjectsCard } from './projects-card.tsx'
import { judgedProjectsStore, standingsStore } from '../judging-stores.ts'

/** Raw and normalised beside each other: the standings, and the averages of the projects. Updated live. */
export const NormalisedCards = () => {
  useEffect(() => {
    const stops = [standingsStore.follow(), judgedProjectsStore.follow()]
    void standingsStore.load(undefined)
    void judgedProjectsStore.load(undefined)
    return () => stops.forEach((stop) => stop())
  }, [])
  return (
    <>
      <StandingsCard />
      <ProjectsCard />
    </>
  )
}
