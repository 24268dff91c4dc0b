import { readFile, writeFile } from 'node:fs/promises'
import { COMPOSE } from '@zing/docker/paths'
import { Document, isCollection, parse } from 'yaml'
import { type OverrideOptions, overrideOf } from './override.ts'

/** Name of a service's image in a run. */
export function imageOf(project: string, service: string, version = 'one'): string {
  return `localhost/${project}/${service}:${version}`
}

export async function writeOverride(
  file: string,
  options: Pick<OverrideOptions, 'publicImages' | 'baseImages' | 'hasTestLimits'> & { project: string },
): Promise<string> {
  const { project, ...images } = options
  const { services } = parse(await readFile(COMPOSE, 'utf8'), { merge: true })
  const inlineDockerfiles = {
    nats: services.nats.build.dockerfile_inline,
    caddy: services.caddy.build.dockerfile_inline,
  }
  const override = overrideOf({ ...images, inlineDockerfiles, tagOf: (service) => imageOf(project, service) })
  const document = new Document(override)
  // podman-compose appends lists without this tag; docker compose always replaces this list
  const test = document.getIn(['services', 'mongodb', 'healthcheck', 'test'], true)
  if (isCollection(test)) test.tag = '!override'
  await writeFile(file, document.toString())
  return file
}
