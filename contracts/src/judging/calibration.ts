/** Maximum number of projects that every reviewer is asked to rate first. */
export const maxCalibrationProjects = 10
