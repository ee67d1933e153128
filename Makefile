# `make help` lists the targets. The first target that needs it creates a virtual environment in .venv: with the programs
# alone for `run` and `demo`, with all extras for the others, which add to it.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
PAGES := README.md $(wildcard src/*/*.md src/*/*/*.md)
TABLES := --readme $(PAGES) --pyproject pyproject.toml \
	--tables deploy_contract.cli.command deploy_contract_gateway.guide deploy_contract_service.options
STARTED := .venv/.started
SUPPORTED := 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed: make PYTHON=python3.11 ...")'
CRATE := --manifest-path src/deploy_contract_native/Cargo.toml
# the filter of Envoy: target/release/libdeploy_contract.so
MODULE := cargo rustc --quiet --release --package deploy_contract_envoy $(CRATE) -- \
  -C linker-flavor=gcc -C linker=$(CURDIR)/src/deploy_contract_native/envoy/link.sh
# the tests start many processes, and each would compile the library again
unexport PYTHONDONTWRITEBYTECODE
# the native engine is built where cargo is; DEPLOY_CONTRACT_NATIVE=0 make ... leaves it out
NATIVE := $(or $(DEPLOY_CONTRACT_NATIVE),$(if $(shell command -v cargo 2>/dev/null),1,0))

.DEFAULT_GOAL := help
.PHONY: help run envoy demo test soak promises readers check fix generate conformance bounds fuzz bench compare dist clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "make %-12s %s\n", $$1, $$2 }'

run: $(STARTED) ## the service, and the gateway in front of it, with example data; Ctrl-C stops both
	@exec $(BIN)/python -m tests.support.run

FRONT ?= envoy
envoy: $(READY) ## the same with the contract inside Envoy; FRONT=decide: Envoy asks the decision server
	@if [ $(FRONT) = envoy ] && command -v cargo >/dev/null; then $(MODULE); fi
	@exec $(BIN)/python -m tests.support.run $(FRONT)

demo: $(STARTED) ## judge the examples: allowed, denied and undecided ones, with the reasons
	@$(BIN)/python -m tests.support.demo

promises: $(READY) ## what is promised at a trust boundary, the number of cases, and whether each promise is kept
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --promises tests/promises

test: $(READY) ## all tests
	@if command -v cargo >/dev/null; then cargo test --quiet $(CRATE); fi
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal

soak: $(READY) ## the tests that try more when there is time: long loads, many examples
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --soak

readers: $(READY) ## get and build the readers in other languages, which the tests else do when they need them
	@$(BIN)/python -m tests.support.readers

check: $(READY) ## lint, layout, strict types, and that generated/ is what spec/ says
	$(BIN)/ruff check src tests
	$(BIN)/ruff format --check src tests
	$(BIN)/mypy
	$(BIN)/python -m deploy_contract_codegen $(TABLES) --check
	$(BIN)/python -m deploy_contract_codegen.release
	@if command -v cargo >/dev/null; then \
	  cargo fmt --all --check $(CRATE) && \
	  cargo clippy --quiet --workspace --all-targets $(CRATE) -- --deny warnings; \
	fi
	@if command -v cargo-deny >/dev/null; then cargo deny $(CRATE) check bans licenses sources; fi

fix: $(READY) ## mend lint and layout where that can be done by machine
	$(BIN)/ruff check --fix src tests
	$(BIN)/ruff format src tests

generate: $(READY) ## write generated/ from spec/ and the Rust core, and the tables in the guides
	$(BIN)/python -m deploy_contract_codegen $(TABLES)
	$(BIN)/python -m tests.promises

conformance: $(READY) ## the suite under every engine and the npm package, and its schemas under ajv
	$(BIN)/python -m tests.conformance

BOUNDS := tests/unit/test_contract.py tests/unit/test_enforcement.py tests/unit/test_metrics.py tests/unit/test_upstream.py \
	tests/gateway/test_forwarding.py tests/gateway/test_process.py tests/service/test_service.py tests/service/test_stored.py
RESOLUTIONS ?= lowest-direct highest
bounds: $(READY) ## the tests of library, gateway and service with the lowest and the newest dependencies
	@for resolution in $(RESOLUTIONS); do \
	  echo "$$resolution versions:"; \
	  $(BIN)/uv venv --quiet --clear .venv/$$resolution && \
	  $(BIN)/uv pip install --quiet --python .venv/$$resolution --resolution $$resolution --editable '.[test]' && \
	  .venv/$$resolution/bin/python -m pytest --numprocesses auto --dist worksteal -p no:cacheprovider $(BOUNDS) || exit 1; \
	done

SECONDS ?= 600
fuzz: $(READY) ## look for inputs that break a promise, for SECONDS=600; what is found is kept in tests/fuzz/corpus
	@$(BIN)/python -c 'import atheris' 2>/dev/null || $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	$(BIN)/python -m tests.fuzz --seconds $(SECONDS)

bench: $(READY) ## what a verdict costs, as ratios
	$(BIN)/python -m tests.bench

compare: $(READY) ## requests per second beside other validators, and what these do not check
	$(BIN)/python -m tests.bench.compare

TOOLS := .venv/tools/bin
# the systems that run the library in Envoy: from glibc 2.28 on
TARGETS := x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu
CHART := tests/gateway/recipes/chart
EXTRAS := cli,gateway,ext-proc,service,otel,redis,diff,dask,openapi-core
dist: $(READY) ## wheel, source distribution, module for Envoy, bill of materials, chart, alerts and recipe of a container, in dist/
	@rm -rf dist
	DEPLOY_CONTRACT_NATIVE=$(NATIVE) $(BIN)/hatchling build --directory dist
	$(BIN)/twine check --strict dist/*.whl dist/*.tar.gz
	$(BIN)/uv venv --quiet --clear .venv/dist
	$(BIN)/uv pip install --quiet --python .venv/dist "$$(ls dist/*.whl)[$(EXTRAS)]"
	$(BIN)/uv venv --quiet --clear .venv/tools
	$(BIN)/uv pip install --quiet --python .venv/tools --group dist
	$(TOOLS)/cyclonedx-py environment .venv/dist --pyproject pyproject.toml --mc-type application \
	  --output-reproducible --output-file dist/deploy_contract.cdx.json
	@if command -v cargo-cyclonedx >/dev/null; then \
	  cargo cyclonedx $(CRATE) --format json --override-filename crates.cdx && \
	  mv src/deploy_contract_native/python/crates.cdx.json dist/ && rm -f src/deploy_contract_native/*/crates.cdx.json; \
	else echo "cargo-cyclonedx is not installed: no bill of the crates"; fi
	@for target in $(TARGETS); do \
	  if [ -d "$$(rustc --target $$target --print target-libdir 2>/dev/null)" ]; then \
	    echo "Building the module for Envoy for $$target" && \
	    PATH=$(CURDIR)/$(TOOLS):$$PATH cargo zigbuild --quiet --release --package deploy_contract_envoy --target $$target.2.28 $(CRATE) && \
	    mkdir dist/$$target && \
	    cp src/deploy_contract_native/target/$$target/release/libdeploy_contract.so dist/$$target/ || exit 1; \
	  else echo "no module for Envoy for $$target: that needs cargo, and rustup target add $$target"; fi; \
	done
	@cp $(addprefix tests/gateway/recipes/,Containerfile alerts.yaml dashboard.json) dist/
	@tar --create --gzip --dereference --file dist/deploy-contract-$$(sed -n 's/^version: \([^ ]*\).*/\1/p' $(CHART)/Chart.yaml).tgz \
	  --directory $(dir $(CHART)) --transform 's,^chart,deploy-contract,' chart

clean: ## remove what was built
	rm -rf .venv .readers .mypy_cache .pytest_cache .ruff_cache .hypothesis dist \
	  src/deploy_contract_native/target src/deploy_contract_native/_native.*so

# without the native engine: compiling it takes longer than all else, and these two do well without it
$(STARTED): pyproject.toml
	@if [ ! $(READY) -nt pyproject.toml ]; then \
	  $(PYTHON) -c $(SUPPORTED) && \
	  echo "Setting up .venv with the programs alone, once" && \
	  $(PYTHON) -m venv .venv && \
	  DEPLOY_CONTRACT_NATIVE=0 $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[gateway,service]'; \
	fi
	@touch $@

$(READY): pyproject.toml
	@$(PYTHON) -c $(SUPPORTED)
	@echo "Setting up .venv, once: some minutes"
	@echo "$(if $(filter 1,$(NATIVE)),Building the native engine: about a minute,Without the native engine: that needs cargo (Rust))"
	@$(PYTHON) -m venv .venv
	@DEPLOY_CONTRACT_NATIVE=$(NATIVE) $(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
