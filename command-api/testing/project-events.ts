import type { ProjectContent, ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { admin } from './people.ts'

export const weather: ProjectContent = {
  projectName: 'Weather at a glance',
  description: 'Shows the weather of the next hour.',
  languages: 'TypeScript, CSS',
  frameworks: 'React',
  liveLink: 'https://weather.example/',
  repoLink: 'https://code.example/ana/weather',
  image: '0123456789abcdef0123456789abcdef.webp',
}
const { image: _, ...fields } = weather
/** The fields of a project, without its screenshot. */
export const projectFields = fields
export const betterWeather: ProjectContent = { ...weather, description: 'And of the hour after that.' }

export const submitted: ProjectEvent = { type: 'ProjectSubmitted', data: weather }
export const revised: ProjectEvent = { type: 'ProjectRevised', data: betterWeather }
export const withdrawn: ProjectEvent = { type: 'ProjectWithdrawn', data: {} }
export const approved: ProjectEvent = { type: 'ProjectApproved', data: { by: admin } }
export const rejected: ProjectEvent = { type: 'ProjectRejected', data: { by: admin } }
