import { useQuery } from "@tanstack/react-query"
import { admin, ask } from "./admin.ts"

/** How often data that changes by the minute is fetched. */
const POLL_MILLISECONDS = 10_000

export const useOverview = () =>
  useQuery({
    queryKey: ["overview"],
    queryFn: ({ signal }) => ask(admin.overview.overview(), signal),
    refetchInterval: POLL_MILLISECONDS
  })

export const useActivity = () =>
  useQuery({
    queryKey: ["activity"],
    queryFn: ({ signal }) => ask(admin.overview.activity(), signal),
    refetchInterval: POLL_MILLISECONDS
  })

export const useMachines = () =>
  useQuery({
    queryKey: ["machines"],
    queryFn: ({ signal }) => ask(admin.machines.machines(), signal),
    refetchInterval: POLL_MILLISECONDS / 2
  })

export const usePools = () =>
  useQuery({ queryKey: ["pools"], queryFn: ({ signal }) => ask(admin.pools.list(), signal) })

export const usePool = (country: string) =>
  useQuery({
    queryKey: ["pools", country],
    queryFn: ({ signal }) => ask(admin.pools.get({ params: { country } }), signal)
  })

export const usePoolScore = (country: string) =>
  useQuery({
    queryKey: ["pool-score", country],
    queryFn: ({ signal }) => ask(admin.pools.score({ params: { country } }), signal)
  })

export const useSources = () =>
  useQuery({ queryKey: ["sources"], queryFn: ({ signal }) => ask(admin.sources.list(), signal) })

export const useSource = (name: string) =>
  useQuery({
    queryKey: ["sources", name],
    queryFn: ({ signal }) => ask(admin.sources.get({ params: { name } }), signal)
  })

export const useSourceTypes = () =>
  useQuery({
    queryKey: ["source-types"],
    queryFn: ({ signal }) => ask(admin.sources.types(), signal),
    staleTime: Infinity
  })

export const useTokens = () =>
  useQuery({
    queryKey: ["tokens"],
    queryFn: ({ signal }) => ask(admin.tokens.list(), signal),
    refetchInterval: POLL_MILLISECONDS
  })

export const useDownloads = () =>
  useQuery({ queryKey: ["downloads"], queryFn: ({ signal }) => ask(admin.downloads.list(), signal) })

/** Queue positions and states change while countries are being added. */
const adding = (isAdding: boolean): number | false => (isAdding ? POLL_MILLISECONDS / 2 : false)

export const useDirectory = () =>
  useQuery({
    queryKey: ["directory"],
    queryFn: ({ signal }) => ask(admin.directory.list(), signal),
    refetchInterval: ({ state }) => adding(state.data?.countries.some(({ state }) => state === "adding") ?? false)
  })

export const useCountryDirectory = (country: string) =>
  useQuery({
    queryKey: ["directory", country],
    queryFn: ({ signal }) => ask(admin.directory.get({ params: { country } }), signal),
    refetchInterval: ({ state }) => adding(state.data?.state === "adding")
  })
